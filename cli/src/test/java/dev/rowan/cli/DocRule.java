package dev.rowan.cli;

import static dev.rowan.cli.Situation.ANSWERED;
import static dev.rowan.cli.Situation.BATCH_FILES;
import static dev.rowan.cli.Situation.COLLECTED;
import static dev.rowan.cli.Situation.COPIED;
import static dev.rowan.cli.Situation.ENDED;
import static dev.rowan.cli.Situation.FILES;
import static dev.rowan.cli.Situation.HELD;
import static dev.rowan.cli.Situation.LIMITED;
import static dev.rowan.cli.Situation.PROVEN;
import static dev.rowan.cli.Situation.RUNNING;
import static dev.rowan.cli.Situation.SIGNED;
import static dev.rowan.cli.Situation.WAITING;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// In which situation commands of the documentation make sense, which exit codes they may then have, and what is added
/// that a person would answer or that a test has no time for.
record DocRule(Pattern command, Situation situation, Set<Integer> codes, String more) {
    private static final Set<Integer> DONE = Set.of(0, 4);

    /// The first that fits holds.
    private static final List<DocRule> ALL = List.of(
            // without PostgreSQL they are refused; FlinkRunIT in the module flink runs them
            rule("run .*(--engine flink|--cluster).*", FILES, 1),
            rule("resume .*--engine flink.*", LIMITED, 1),
            rule("run .*--since .*", ENDED, 0, 4),
            rule("doctor .*--live .*", FILES, 0).adding("--simulator"),
            rule("chaos \\S+", FILES, 0).adding("--crashes=2"),
            rule("graph (RUN|latest)", ENDED, 0),
            rule("(run|validate|estimate|preview|graph|doctor|chaos) .*", FILES, 0, 4, 5),
            rule("run --ui .*", FILES, 0, 4),
            rule("resume .*", LIMITED, 0, 4),
            rule("verify .*--pubkey .*", SIGNED, 0),
            rule("prove --check .*", PROVEN, 0),
            rule(".* --landscape sqlite:copy.db", COPIED, 0, 12),
            rule("purge (?!.*--dry-run|.*--yes).*", ENDED, 0).adding("--yes"),
            rule("tune .*", RUNNING, 0),
            rule("batch submit .*", BATCH_FILES, 6),
            rule("batch (list|cancel|poll)\\b.*", WAITING, 0, 6),
            rule("batch watch .*", ANSWERED, 0),
            rule("batch (show|download) .*", COLLECTED, 0),
            rule("batch retry\\b.*", HELD, 6),
            rule("watch .*", ENDED, 4));

    private static DocRule rule(String command, Situation situation, Integer... codes) {
        return new DocRule(Pattern.compile(command), situation, Set.of(codes), "");
    }

    private DocRule adding(String argument) {
        return new DocRule(command, situation, codes, argument);
    }

    static DocRule of(String command) {
        return ALL.stream()
                .filter(rule -> rule.command.matcher(command).matches())
                .findFirst()
                .orElse(new DocRule(Pattern.compile(".*"), ENDED, DONE, ""));
    }
}
