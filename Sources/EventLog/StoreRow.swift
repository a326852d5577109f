enum StoreRow { static let formatVersion: UInt64 = 1 }
