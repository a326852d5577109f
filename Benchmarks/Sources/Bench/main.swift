if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "follow" {
  try await Streams.follow(CommandLine.arguments[2])
} else {
  try await Bench.run(Array(CommandLine.arguments.dropFirst()))
}
