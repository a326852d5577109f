func fuzz(seed: UInt64, seconds: Double) -> Int32 { 0 }
