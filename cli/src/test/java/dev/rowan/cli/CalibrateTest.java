package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// `estimate --calibrate` on the example `cascade`, whose models are simulated.
@Tag("slow")
class CalibrateTest {
    private static final Path EXAMPLE = Path.of("..", "examples", "graphs", "cascade");

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void write() throws IOException {
        program = new Program(folder);
        program.write("pipeline.yaml", Files.readString(EXAMPLE.resolve("pipeline.yaml")));
        program.write(
                "claims.csv",
                IntStream.range(0, 90)
                        .mapToObj(i -> "c" + i + ",Claim " + i)
                        .collect(Collectors.joining("\n", "id,text\n", "\n")));
        labels("\"water\"");
    }

    /// Simulated models choose among the labels at random, so with one they always agree.
    private void labels(String labels) throws IOException {
        program.write(
                "label.json",
                Files.readString(EXAMPLE.resolve("label.json"))
                        .replace("\"water\", \"fire\", \"theft\", \"other\"", labels));
    }

    @Test
    void findsTheThresholdByARecordedRunWhoseAnswersAreTakenAgain() throws Exception {
        assertThat(program.run("estimate", "pipeline.yaml").out())
                .contains("Cascade cheap, strong at 'sure': $", "quality unknown: calibrate for about $");

        Ran ran = program.run("estimate", "pipeline.yaml", "--calibrate", "sure", "--rows", "60", "--json");

        assertThat(ran.code()).as(ran.err()).isZero();
        Map<?, ?> found = ran.json();
        assertThat(found.get("rows")).isEqualTo(60L);
        assertThat(found.get("source_rows")).isEqualTo(90L);
        assertThat(found.get("compared_rows")).isEqualTo(60L);
        assertThat(String.valueOf(found.get("write"))).matches("by: \"row.draft.confidence >= 0(\\.\\d+)?\"");
        Map<?, ?> calibrated = map(found, "calibrated");
        assertThat(number(calibrated, "kept_share")).isEqualTo(1);
        assertThat(number(calibrated, "agreement_at_least")).isGreaterThan(0.95);
        Map<?, ?> written = map(found, "written");
        assertThat(number(written, "cost_usd")).isGreaterThan(number(calibrated, "cost_usd"));
        String run = String.valueOf(found.get("run"));
        assertThat(program.run("verify", run).out()).contains("agree");
        assertThat(Files.exists(program.path("out"))).as("sinks").isFalse();

        Map<?, ?> again = program.run("estimate", "pipeline.yaml", "--calibrate", "sure", "--rows", "60", "--json")
                .json();
        assertThat(again.get("calibrated")).isEqualTo(calibrated);
        assertThat(status(String.valueOf(again.get("run")))).contains("calls_reused=120");
        Ran whole = program.run("run", "pipeline.yaml", "--since", run, "--json");
        assertThat(whole.code()).as(whole.err()).isZero();
        assertThat(number(whole.json(), "calls_reused")).isGreaterThanOrEqualTo(60);
        assertThat(program.run("estimate", "pipeline.yaml").out())
                .contains("an agreement of at least 95.0 %, as has")
                .contains("row.draft.confidence >= 0");
        assertThat(program.run("resume", run).err()).contains("calibrates the gate 'sure' and cannot be continued");
        assertThat(program.run("replay", run).err()).contains("calibrates the gate 'sure' and cannot be replayed");
    }

    @Test
    void aWayToRunItCostsWhatItsCallsOnRecordCost() throws Exception {
        assertThat(program.run("run", "pipeline.yaml").code()).isZero();

        Map<?, ?> estimate = program.run("estimate", "pipeline.yaml", "--json").json();

        Map<?, ?> likely = map(estimate, "cost");
        assertThat(number(estimate, "expected_usd")).isCloseTo(number(likely, "likely_usd"), withinPercentage(1));
    }

    private String status(String run) throws Exception {
        return program.run("status", run, "--json").json().toString();
    }

    private static double number(Map<?, ?> of, String key) {
        return Double.parseDouble(String.valueOf(of.get(key)));
    }

    private static Map<?, ?> map(Map<?, ?> of, String key) {
        return of.get(key) instanceof Map<?, ?> map ? map : Map.of();
    }

    @Test
    void findsNoThresholdForModelsThatDisagree() throws Exception {
        labels("\"water\", \"fire\", \"theft\"");

        Ran ran = program.run("estimate", "pipeline.yaml", "--calibrate", "sure", "--rows", "60");

        assertThat(ran.code()).as(ran.err()).isEqualTo(1);
        assertThat(ran.out()).contains("No threshold reaches an agreement of 95.0 %", "SIMULATED");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
        --calibrate cheap | 'cheap' is not a gate but a transform; gates are: sure
        --calibrate sur | there is no node 'sur' in this pipeline; its gates are: sure
        --calibrate sure --rows 20 | --rows must be from 59 (to show an agreement of 0.95) to 5000
        --calibrate sure --agreement 2 | --agreement must be from 0.5 to 0.999, got 2.0
        --calibrate sure --compare label | --compare must be FIELD=FIELD
        --agreement 0.9 | require --calibrate GATE
        """)
    void refusesWhatIsNoCalibration(String options, String message) {
        refuses(message, options.split(" "));
    }

    private void refuses(String message, String... options) {
        String[] arguments = new String[options.length + 2];
        arguments[0] = "estimate";
        arguments[1] = "pipeline.yaml";
        System.arraycopy(options, 0, arguments, 2, options.length);
        Ran ran = program.run(arguments);
        assertThat(ran.code()).as(ran.err()).isEqualTo(1);
        assertThat(ran.err()).contains(message);
    }

    @Test
    void refusesAGateThatIsNoCascade() throws Exception {
        String pipeline = Files.readString(EXAMPLE.resolve("pipeline.yaml"));
        program.write("pipeline.yaml", pipeline.replace("row.draft.confidence >= 0.6", "row.draft.label == 'fire'"));
        refuses("must compare one field with one number", "--calibrate", "sure");

        program.write("pipeline.yaml", pipeline.replace("else: strong", "else: failed"));
        refuses("no model follows only one route of gate 'sure'", "--calibrate", "sure");

        program.write("pipeline.yaml", pipeline.replace("row.draft.confidence", "row.text"));
        refuses("no model before gate 'sure' adds the field 'text'", "--calibrate", "sure");
    }

    @Test
    void sendsNothingWithoutABudgetOrAConfirmation() throws Exception {
        String pipeline = Files.readString(EXAMPLE.resolve("pipeline.yaml"));
        program.write("pipeline.yaml", pipeline.replace(", max_cost_usd: 1", ""));
        program.variable("CHEAP_MODEL", "openai/gpt-5-nano")
                .variable("STRONG_MODEL", "openai/gpt-5")
                .variable("OPENAI_API_KEY", "sk-test");

        refuses(
                "nothing was sent: no terminal to confirm on; pass --yes for the calls of 90 rows",
                "--calibrate",
                "sure");
    }
}
