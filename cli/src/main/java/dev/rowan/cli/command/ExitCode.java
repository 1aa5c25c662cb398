package dev.rowan.cli.command;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.record.RunEnd;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// The exit codes.
public enum ExitCode {
    OK(0, "all rows succeeded (blocked rows are not failures)"),
    USE(1, "usage or configuration error: nothing was run, or the run could not continue"),
    INTERNAL(2, "internal error: a bug in Rowan or in a plugin"),
    INTERRUPTED(3, "interrupted; progress is recorded in the landscape"),
    ROWS(4, "finished, with failed, quarantined or indeterminate rows"),
    LIMIT(5, "stopped by a limit: rows, deadline, cost, service_down_timeout or landscape_down_timeout"),
    WAITING(6, "exited with running or held batches; continue with `resume`"),
    TAMPERED(10, "verify: the record, a head or a sink was modified"),
    INCOMPLETE(11, "verify: intact so far, but the run is not completed"),
    NOT_ANCHORED(12, "verify: intact, but no head outside the database to verify against");

    private static final Set<Outcome> FAILURES = Set.of(Outcome.FAILED, Outcome.QUARANTINED, Outcome.INDETERMINATE);

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }

    /// The meaning without the list of causes, for the summary of a run, which names its own.
    public String shortMeaning() {
        return meaning.split(":")[0];
    }

    /// The exit code for a run's end and outcomes.
    public static ExitCode of(RunEnd.Status status, Set<Outcome> outcomes) {
        return switch (status) {
            case COMPLETED -> outcomes.stream().anyMatch(FAILURES::contains) ? ROWS : OK;
            case INTERRUPTED, ABANDONED -> INTERRUPTED;
            case WAITING -> WAITING;
            case LIMITED -> LIMIT;
            case FAILED -> USE;
        };
    }

    /// The list for the help.
    public static Map<String, String> help() {
        var list = new LinkedHashMap<String, String>();
        for (ExitCode code : values()) {
            list.put(String.valueOf(code.number), code.meaning);
        }
        return list;
    }
}
