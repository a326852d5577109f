"""Showing a log: the part of Tools/audit.py that prints commits."""
import datetime
import json


def time_text(microseconds):
    try:
        start = datetime.datetime(1970, 1, 1)
        time = start + datetime.timedelta(microseconds=microseconds)
        return time.isoformat(timespec="microseconds") + "Z"
    except OverflowError:
        return f"{microseconds}us"


def shown(text):
    return text if text.isprintable() else json.dumps(text)


def show_line(revision, record):
    cause = []
    for item in record["cause"].values():
        for part in item if isinstance(item, list) else [item]:
            cause.append(shown(str(part["revision"] if isinstance(part, dict) else part)))
    events = ", ".join(f"{event['kind']} {shown(event['key'])}" for event in record["events"])
    author = shown(record["author"])
    print(f"{revision} {time_text(record['time'])} {author} [{' '.join(cause)}] {events}".rstrip())


def show_json(revision, record):
    hidden = ("nonce", "previous", "original", "own")
    commit = {name: item for name, item in record.items() if name not in hidden}
    commit["revision"] = revision
    for name in ("time", "clockReading"):
        if name in commit:
            commit[name] = time_text(commit[name])
    commit["origin"], commit["digest"] = record["origin"].hex(), record["digest"].hex()
    print(json.dumps(commit, sort_keys=True, ensure_ascii=False))
