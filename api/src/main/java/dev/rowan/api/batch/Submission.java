package dev.rowan.api.batch;

import java.nio.file.Path;

/// A batch to submit: its name, which is the prefix of every custom id in it, the tag by which it is found again,
/// and its requests, one per line.
public record Submission(String id, String tag, Path requests, int count, long bytes) {}
