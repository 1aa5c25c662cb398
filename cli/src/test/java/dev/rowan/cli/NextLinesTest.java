package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.Situation.Opened;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every suggested command works when typed, with the name that the program was called by.
@Timeout(120)
class NextLinesTest {
    private static final String PROGRAM = "./rowan";
    /// A command in a text, up to the rest of the sentence.
    private static final Pattern SUGGESTED = Pattern.compile(
            "\\./rowan (?:batch )?[a-z-]+(?: (?:\\d{8}-\\d{6}-[a-z0-9]{4}|latest|\\d+|--(?:outcome|reason) [a-z_]+|--\\S+|'[^']*'|sqlite:\\S+))*");
    private static final Pattern HARD_CODED = Pattern.compile("(?<![\\w./-])rowan (?!test\\b)[a-z-]+ ");
    /// Commands that change nothing and can be typed one after the other.
    private static final Pattern LOOKS = Pattern.compile(
            ".* (explain|status|runs|rows|export|verify|plugins|batch show|batch list|\\S+ --help)\\b.*");
    /// Rejected or failed; all other codes are run statuses.
    private static final Set<Integer> BAD = Set.of(1, 2);

    @TempDir
    private Path folder;

    /// A command in a situation whose output suggests others.
    record Scene(Situation situation, String line) {
        @Override
        public String toString() {
            return line + " (" + situation + ")";
        }
    }

    static Stream<Scene> scenes() {
        return Stream.of(
                new Scene(Situation.FILES, "run pipeline.yaml"),
                new Scene(Situation.FILES, "run pipeline.yaml --limit 3"),
                new Scene(Situation.FILES, "run pipeline.yaml --landscape 'sqlite:audit files/rowan.db'"),
                new Scene(Situation.FILES, "run pipeline.yaml --limit 3 --landscape 'sqlite:audit files/rowan.db'"),
                new Scene(Situation.LIMITED, "run pipeline.yaml --overwrite"),
                new Scene(Situation.LIMITED, "retry latest"),
                new Scene(Situation.LIMITED, "tune latest --pause"),
                new Scene(Situation.LIMITED, "resume latest"),
                new Scene(Situation.ENDED, "rows latest --outcome failed"),
                new Scene(Situation.ENDED, "rows latest --limit 1"),
                new Scene(Situation.ENDED, "retry latest"),
                new Scene(Situation.ENDED, "plugins"),
                new Scene(Situation.ENDED, "run pipeline.yaml --limt 3"),
                new Scene(Situation.ENDED, "verify latest"),
                new Scene(Situation.BATCH_FILES, "batch submit pipeline.yaml"),
                new Scene(Situation.BATCH_FILES, "batch submit pipeline.yaml --landscape sqlite:audit/rowan.db"),
                new Scene(Situation.WAITING, "batch poll latest"),
                new Scene(Situation.WAITING, "batch show latest 1"),
                new Scene(Situation.WAITING, "status latest"),
                new Scene(Situation.WAITING, "explain latest --row 1"),
                new Scene(Situation.WAITING, "batch retry latest"),
                new Scene(Situation.WAITING, "run pipeline.yaml --overwrite"),
                new Scene(Situation.WAITING, "run pipeline.yaml --overwrite --abandon latest"),
                new Scene(Situation.COLLECTED, "batch show latest 1"),
                new Scene(Situation.COLLECTED, "batch retry latest"),
                new Scene(Situation.CANCELLED, "batch show latest 1"),
                new Scene(Situation.CANCELLED, "batch watch latest"),
                new Scene(Situation.CANCELLED, "status latest"),
                new Scene(Situation.CANCELLED, "batch retry latest 1"),
                new Scene(Situation.HELD, "batch watch latest"),
                new Scene(Situation.HELD, "batch show latest 1"),
                new Scene(Situation.HELD, "batch list latest"),
                new Scene(Situation.HELD, "status latest"));
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("scenes")
    void everySuggestedCommandWorks(Scene scene) throws Exception {
        int changing = 1;
        for (int i = 0; i < changing; i++) {
            Path directory = Files.createDirectory(folder.resolve("try " + i));
            try (Opened opened = scene.situation().open(directory)) {
                Program program = opened.program().variable("ROWAN_COMMAND", PROGRAM);
                Ran ran = program.paste(PROGRAM + " " + scene.line());
                Map<Boolean, List<String>> lines = suggestions(ran).stream()
                        .collect(Collectors.partitioningBy(
                                line -> LOOKS.matcher(line).matches()));
                changing = lines.getOrDefault(false, List.of()).size();
                letEverythingEnd(opened);
                if (i == 0) {
                    lines.getOrDefault(true, List.of()).forEach(line -> type(line, program));
                }
                if (i < changing) {
                    type(answered(lines.getOrDefault(false, List.of()).get(i)), program);
                }
            }
        }
    }

    private static void type(String line, Program program) {
        Ran ran = program.paste(line);
        assertThat(ran.code()).as(line + "\n" + ran.out() + ran.err()).isNotIn(BAD);
    }

    /// The commands in what was printed, which has none that is typed otherwise.
    private static List<String> suggestions(Ran ran) {
        String text = (ran.out() + ran.err()).replaceAll("\n(?:rowan: )? +(?! |\\./rowan)", " ");
        assertThat(HARD_CODED.matcher(ran.out() + ran.err()).results().map(MatchResult::group))
                .as("the program was called %s\n%s", PROGRAM, ran.out() + ran.err())
                .isEmpty();
        List<String> lines = SUGGESTED
                .matcher(text)
                .results()
                .map((MatchResult found) -> found.group())
                .distinct()
                .toList();
        assertThat(lines).as(text).isNotEmpty();
        return lines;
    }

    /// A batch service that works for minutes is not waited for.
    private static void letEverythingEnd(Opened opened) throws Exception {
        if (opened.batches().isPresent()) {
            opened.batches().get().change("{\"batch\": {\"running\": \"1ms\"}}");
            opened.batches().get().completeRunning();
        }
    }

    /// The answer to a prompt.
    private static String answered(String line) {
        return line.contains(" batch resubmit ") ? line + " --yes" : line;
    }

    @Test
    @Tag("slow")
    void anInterruptedRunSuggestsCommands() throws Exception {
        try (Opened opened = Situation.RUNNING.open(folder)) {
            List<String> lines = next(opened.background().orElseThrow().stop().out());

            assertThat(lines.getFirst()).contains(" resume ");
            lines.forEach(line -> type(line, opened.program()));
        }
    }

    /// With a running batch, commands that show the run suggest how to continue.
    @Test
    void whatIsSuggestedOfARunInAnotherLandscapeFindsIt() throws Exception {
        String elsewhere = " --landscape 'sqlite:audit files/rowan.db'";
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, Map.of("running", "10m"))) {
            Program program = stage.program.variable("ROWAN_COMMAND", PROGRAM);
            assertThat(program.paste(PROGRAM + " batch submit pipeline.yaml -q" + elsewhere)
                            .code())
                    .isEqualTo(6);
            List<String> lines = Stream.of("status latest", "explain latest --row 1", "watch latest")
                    .flatMap(line -> suggestions(program.paste(PROGRAM + " " + line + elsewhere)).stream())
                    .distinct()
                    .toList();
            assertThat(lines)
                    .isNotEmpty()
                    .allMatch(line -> line.contains(" --landscape '") && line.endsWith("audit files/rowan.db'"));

            stage.completeRunning();

            lines.forEach(line -> type(line, program));
        }
    }

    /// Each line below `Next:`.
    private static List<String> next(String out) {
        return out.lines()
                .dropWhile(line -> !line.equals("Next:"))
                .skip(1)
                .takeWhile(line -> line.startsWith("  "))
                .map(String::strip)
                .toList();
    }

    /// The model is not known until the cause is gone.
    @Test
    void aFailedRunSuggestsCommands() throws Exception {
        try (var stage = new BatchProgram(folder, BatchProgram.MODEL, 6, Map.of())) {
            stage.rows(30, "fine");
            stage.change("{\"faults\": {\"openai_chat/status:404\": 1.0}, \"fault_attempts\": 1000}");
            Path pipeline = folder.resolve("pipeline.yaml");
            Files.writeString(
                    pipeline, Files.readString(pipeline).replaceAll("(?m)^ *(mode: batch|batch: \\{.*\\})\n", ""));

            Ran failed = stage.program.variable("ROWAN_COMMAND", PROGRAM).run("run", "pipeline.yaml");

            assertThat(failed.code()).as(failed.out() + failed.err()).isEqualTo(1);
            List<String> lines = suggestions(failed);
            assertThat(lines).anyMatch(line -> line.contains(" resume "));
            stage.change("{\"faults\": {}}");
            lines.forEach(line -> type(line, stage.program));
        }
    }
}
