package dev.rowan.web.record;

import dev.rowan.landscape.verify.Verdict;
import dev.rowan.landscape.verify.VerifyReport;
import java.time.Instant;

/// The state of a run's verification.
public sealed interface RecordCheckState {

    /// Nobody has, since the run last continued.
    record NotChecked() implements RecordCheckState {}

    record Checking(Instant since) implements RecordCheckState {}

    /// Checked from the first event to the last.
    record Checked(Instant at, VerifyReport report) implements RecordCheckState {}

    /// The check failed to run.
    record Failed(Instant at, String why) implements RecordCheckState {}

    /// The text of the badge.
    default String word() {
        return switch (this) {
            case NotChecked _ -> "not checked";
            case Checking _ -> "checking";
            case Failed _ -> "check failed";
            case Checked(var _, VerifyReport report) when report.verdict() instanceof Verdict.Tampered -> "tampered";
            case Checked(var _, VerifyReport report) when report.allFindings() == 0 -> "intact";
            case Checked(var _, VerifyReport report) ->
                report.allFindings() == 1 ? "1 finding" : report.allFindings() + " findings";
        };
    }

    /// Whether something is wrong with the record.
    default boolean isBad() {
        return this instanceof Checked(var _, VerifyReport report)
                && (report.allFindings() > 0 || report.verdict() instanceof Verdict.Tampered);
    }
}
