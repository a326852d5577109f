import Foundation

// Top-level code runs on the main actor; everything else is in functions of other files.
exit(run(arguments: Array(CommandLine.arguments.dropFirst())))
