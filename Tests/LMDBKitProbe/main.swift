// Code of this file belongs to the main actor and could not be called from other threads, so it
// only calls code that does not.
runProbe()
