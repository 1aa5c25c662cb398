package dev.rowan.web.record;

import dev.rowan.landscape.verify.Report;
import dev.rowan.landscape.verify.Verdict;
import java.time.Instant;

/// What is known of a run's record: whether someone has looked, and what was found.
public sealed interface Check {

    /// Nobody has, since the run last went on.
    record NotChecked() implements Check {}

    record Checking(Instant since) implements Check {}

    /// Checked from the first event to the last.
    record Checked(Instant at, Report report) implements Check {}

    /// The check could not be made.
    record Failed(Instant at, String why) implements Check {}

    /// The word of the badge.
    default String word() {
        return switch (this) {
            case NotChecked _ -> "not checked";
            case Checking _ -> "checking";
            case Failed _ -> "check failed";
            case Checked(var _, Report report) when report.verdict() instanceof Verdict.Tampered -> "tampered";
            case Checked(var _, Report report) when report.allFindings() == 0 -> "intact";
            case Checked(var _, Report report) ->
                report.allFindings() == 1 ? "1 finding" : report.allFindings() + " findings";
        };
    }

    /// Whether something is wrong with the record.
    default boolean isBad() {
        return this instanceof Checked(var _, Report report)
                && (report.allFindings() > 0 || report.verdict() instanceof Verdict.Tampered);
    }
}
