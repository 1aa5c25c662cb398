package dev.rowan.cli.command;

import dev.rowan.api.Outcome;
import dev.rowan.landscape.record.RunEnd;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// What the program tells the one who called it.
public enum ExitCode {
    OK(0, "all rows succeeded (blocked rows are no failure)"),
    USE(1, "an error in use or configuration: nothing was run, or the run could not go on"),
    INTERNAL(2, "an internal error: a defect of Rowan or of a plugin"),
    INTERRUPTED(3, "interrupted; the landscape says how far it came"),
    ROWS(4, "finished, with failed, quarantined or indeterminate rows"),
    LIMIT(5, "stopped by a set limit: rows, deadline, cost, service_down_timeout or landscape_down_timeout"),
    WAITING(6, "left while batches are under way or held; `resume` goes on"),
    TAMPERED(10, "verify: the record, a head or a sink is not as it was written"),
    INCOMPLETE(11, "verify: as it was written so far, but the run is not complete"),
    NOT_ANCHORED(12, "verify: no head outside the database was found to hold it against");

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

    /// The code for a run that ended so, with these outcomes.
    public static ExitCode of(RunEnd.Status status, Set<Outcome> outcomes) {
        return switch (status) {
            case COMPLETED -> outcomes.stream().anyMatch(FAILURES::contains) ? ROWS : OK;
            case INTERRUPTED, ABANDONED -> INTERRUPTED;
            case WAITING -> WAITING;
            case LIMITED -> LIMIT;
            case FAILED -> USE;
        };
    }

    /// The list for the help page.
    public static Map<String, String> help() {
        var list = new LinkedHashMap<String, String>();
        for (ExitCode code : values()) {
            list.put(String.valueOf(code.number), code.meaning);
        }
        return list;
    }
}
