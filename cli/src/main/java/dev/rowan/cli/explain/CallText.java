package dev.rowan.cli.explain;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.cli.terminal.AnsiStyle;
import dev.rowan.cli.terminal.SafeText;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.cli.terminal.Wrap;
import dev.rowan.engine.report.AttemptAccount;
import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.JobNames;
import dev.rowan.landscape.history.CallHistory;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.CallTimes;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A call of a visit: each attempt with its state, waits, tokens and cost; requests and replies on demand.
/// `where` is the option that selects the landscape in a command.
record CallText(int width, DetailLevel extent, JobNames jobs, String where, Shell shell) {
    private static final String INDENT = "  ";
    private static final String BELOW = INDENT.repeat(2) + " ".repeat("attempt 1  ".length());
    private static final String MESSAGE = INDENT.repeat(4);

    /// How many characters of a request or a reply are shown without `--full`.
    private static final int SHOWN = 4_000;

    private AnsiStyle paint() {
        return shell.screens().out().paint();
    }

    List<String> lines(CallHistory call) {
        var lines = new ArrayList<String>();
        int generation = call.key().generation();
        lines.add(INDENT + "call " + call.key().number() + (generation == 0 ? "" : ", generation " + generation));
        if (extent.requests()) {
            lines.addAll(message("request", call.request()));
        }
        call.parked()
                .filter(_ -> isBetweenJobs(call))
                .ifPresent(since -> lines.add(INDENT.repeat(2) + paint().yellow("waiting")
                        + " for the next batch since " + Figures.time(since, shell.zone())));
        call.reused().ifPresent(reused -> lines.addAll(reused(reused)));
        for (CallHistory.Attempt attempt : call.attempts()) {
            lines.addAll(attempt(attempt));
        }
        return lines;
    }

    /// The call whose recorded answer was reused.
    private List<String> reused(CallHistory.Reused reused) {
        CallKey cited = reused.cited().key();
        String run = SafeText.line(reused.cited().runId());
        var lines = new ArrayList<String>();
        boolean shared = reused.answer().shared();
        lines.add(INDENT.repeat(2)
                + paint().status(shared ? "shared" : "reused", "answered")
                + (shared ? ": the answer to an equal request of this run" : ": the recorded answer of run " + run));
        Wrap.lines(
                        "row " + cited.rowSeq() + ", call " + cited.number() + answered(reused) + " · $0"
                                + reused.answer()
                                        .cost()
                                        .map(cost -> " instead of " + Figures.dollars(cost))
                                        .orElse("") + " · see " + shell.program()
                                + " explain " + run + " --row " + cited.rowSeq() + where,
                        BELOW,
                        width)
                .forEach(lines::add);
        if (extent.requests()) {
            lines.addAll(message("reply", reused.reply()));
        }
        return lines;
    }

    private String answered(CallHistory.Reused reused) {
        return reused.model().map(model -> ", model " + SafeText.line(model)).orElse("")
                + reused.answer()
                        .at()
                        .map(at -> ", answered " + Figures.time(at, shell.zone()))
                        .orElse("");
    }

    /// Whether it waits for a batch job: it was in none yet, or all of them ended without an answer.
    private static boolean isBetweenJobs(CallHistory call) {
        return call.isAwaited()
                && call.attempts().stream().allMatch(attempt -> attempt.end().isPresent());
    }

    private List<String> attempt(CallHistory.Attempt attempt) {
        var lines = new ArrayList<String>();
        String number = INDENT.repeat(2) + "attempt " + attempt.number() + INDENT;
        if (attempt.end().isEmpty() && attempt.batch().isPresent()) {
            String message = "awaiting results in "
                    + SafeText.line(jobs.describe(attempt.batch().get())) + ", since "
                    + Figures.time(attempt.intended(), shell.zone()) + ", "
                    + worst(attempt);
            List<String> wrapped = Wrap.lines(message, BELOW, width);
            lines.add(number
                    + paint().yellow("awaiting")
                    + wrapped.getFirst().strip().substring("awaiting".length()));
            lines.addAll(wrapped.subList(1, wrapped.size()));
            return lines;
        }
        if (attempt.end().isEmpty()) {
            lines.add(number + paint().yellow("open") + ": no end recorded, " + worst(attempt));
            return lines;
        }
        CallHistory.End end = attempt.end().get();
        String state = end.state().word();
        List<String> wrapped = Wrap.lines(state(end) + times(end.times()), BELOW, width);
        lines.add(number
                + paint().status(state.replace('_', ' '), state)
                + wrapped.getFirst().strip().substring(state.length()));
        lines.addAll(wrapped.subList(1, wrapped.size()));
        attempt.batch()
                .ifPresent(item ->
                        lines.addAll(Wrap.lines("in batch: " + SafeText.line(jobs.describe(item)), BELOW, width)));
        Wrap.lines(account(end), BELOW, width).forEach(lines::add);
        if (extent.requests()) {
            lines.addAll(message("reply", end.reply()));
        }
        return lines;
    }

    /// The state, the HTTP status, and the disposition if it says more.
    private static String state(CallHistory.End end) {
        String state = end.state().word();
        String status = end.status().isPresent() ? " " + end.status().getAsInt() : "";
        String disposition = end.disposition().equals(state) ? "" : " (" + SafeText.line(end.disposition()) + ")";
        return state + status + disposition;
    }

    private static String times(CallTimes times) {
        var text = new StringBuilder();
        time(text, " · pacer ", times.pacerMicros());
        time(text, " · permit ", times.permitMicros());
        time(text, " · wire ", times.wireMicros());
        time(text, ", first byte after ", times.firstByteMicros());
        return text.toString();
    }

    private static void time(StringBuilder text, String what, long micros) {
        if (micros > 0) {
            text.append(what).append(Figures.duration(Duration.of(micros, ChronoUnit.MICROS)));
        }
    }

    /// Tokens, cost and the service's own id.
    private static String account(CallHistory.End end) {
        var parts = new ArrayList<>(new AttemptAccount(end).parts());
        end.requestId().ifPresent(id -> parts.add("request " + SafeText.line(id)));
        return SafeText.line(String.join(" · ", parts));
    }

    /// The worst-case cost of an open attempt.
    private static String worst(CallHistory.Attempt attempt) {
        return attempt.worst().equals(Usd.ZERO) ? "cost unknown" : "at most " + Figures.dollars(attempt.worst());
    }

    private List<String> message(String label, Optional<Payload> payload) {
        var lines = new ArrayList<String>();
        lines.add(INDENT.repeat(3) + paint().dim(label + (payload.isPresent() ? "" : "  not recorded")));
        payload.map(Payload::asText).ifPresent(text -> {
            boolean whole = extent.full() || text.length() <= SHOWN;
            String shown = whole ? text : text.substring(0, SHOWN);
            SafeText.lines(shown.replace("\r\n", "\n"))
                    .lines()
                    .forEach(line -> lines.add((MESSAGE + line).stripTrailing()));
            if (!whole) {
                lines.add(MESSAGE
                        + paint().dim("… (" + Figures.counted(text.length(), "character")
                                + "; use --full to show all)"));
            }
        });
        return lines;
    }
}
