try await Bench.run()
