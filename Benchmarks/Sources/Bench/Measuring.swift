import Foundation

func measure(_ body: () throws -> Void) rethrows -> Duration {
  try ContinuousClock().measure(body)
}

func median(_ times: [Duration]) -> Duration { percentile(times, 50) }

func percentile(_ times: [Duration], _ share: Int) -> Duration {
  times.sorted()[min(times.count - 1, times.count * share / 100)]
}

func ratio(_ a: Duration, _ b: Duration) -> String {
  String(format: "%.2f", a / b)
}

func micro(_ time: Duration) -> String {
  String(format: "%.1f µs", time / .microseconds(1))
}

func nano(_ time: Duration) -> String {
  String(format: "%.1f ns", time / .nanoseconds(1))
}
