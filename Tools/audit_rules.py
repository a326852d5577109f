"""What holds between a record and the others: the part of Tools/audit.py that knows what writers do."""


def time_problem(record, before):
    """What is wrong with the time of a record, in view of the one before, if anything is."""
    if before and record["time"] <= before["time"]:
        return "its time is not later than that of the revision before"
    if "clockReading" not in record:
        return None
    if before and record["clockReading"] <= before["time"] == record["time"] - 1:
        return None
    return "its time does not follow from its clock reading and the revision before"


def misstatement(revision, record):
    """What is wrong with what a record says of other revisions, or of its own values."""
    cause = record["cause"]
    named = [record.get("continues", 0)] + [cause.get(key, 0) for key in ("to", "revision", "floor")]
    named += cause["of"] if isinstance(cause.get("of"), list) else [cause.get("of", 0)]
    named += [redaction["revision"] for redaction in cause.get("redactions", [])]
    named += [event.get("restores", 0) for event in record["events"]]
    if max(named) >= revision:
        return f"it speaks of revision {max(named)}, which does not come before it"
    if cause.get("floor", 2) < 2:
        return "it drops commits below the first one"
    if "original" not in record and erased_names(record):
        return "it lacks a value, and was not redacted"
    return None


def erased_names(record):
    return {event["key"] for event in record["events"] if event["kind"] == "setRedacted"}


class Said:
    """What the redactions of one record say."""

    def __init__(self):
        self.last, self.names = {}, set()

    def add(self, redaction):
        self.last = redaction
        self.names |= set(redaction["names"])

    def problem(self, original, replacement, erased):
        """What is wrong with the record that took another's place, if anything is."""
        if (self.last.get("original"), self.last.get("replacement")) != (original, replacement):
            return "it was replaced, and no redaction says so"
        if self.names != erased:
            return "its redactions do not name what it lacks"
        return None
