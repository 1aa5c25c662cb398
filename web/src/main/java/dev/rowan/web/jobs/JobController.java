package dev.rowan.web.jobs;

import java.nio.file.Path;
import java.util.Optional;

/// What the pages of jobs have beside the landscape: who does what a person decides, and where the files of
/// jobs lie. Without the one they only show, without the other they offer no files.
public record JobController(Optional<JobActions> actions, Optional<Path> artifacts) {
    public static final JobController CLOSED = new JobController(Optional.empty(), Optional.empty());
}
