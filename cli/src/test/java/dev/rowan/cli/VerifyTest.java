package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `verify`, `prove` and `keygen` on a real run and its real files.
@Tag("slow")
class VerifyTest {
    private static final List<String> TABLES = List.of(
            "row_read", "node_state", "outcome", "call_intent", "call_end", "call_parked", "batch_job", "run_event");

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    private String run(String... more) throws JsonException {
        List<String> arguments = Stream.concat(Stream.of("run", "pipeline.yaml", "--json"), Stream.of(more))
                .toList();
        return String.valueOf(
                program.run(arguments.toArray(String[]::new)).json().get("run"));
    }

    /// The run with signed heads.
    private String signed() throws IOException, JsonException {
        program.run("keygen", "--out", "audit.pem");
        program.write("pipeline.yaml", Program.PIPELINE + "landscape: {signing_key: \"file:audit.pem\"}\n");
        return run();
    }

    private Path headFile(String run) {
        return program.path("out/rowan-" + run + ".head.json");
    }

    private void change(String sql) throws SQLException {
        try (Connection database = DriverManager.getConnection("jdbc:sqlite:" + program.path("rowan.db"));
                Statement statement = database.createStatement()) {
            statement.execute(sql);
        }
    }

    /// Cuts off the events from this number on, heads and all.
    private void cut(long from) throws SQLException {
        for (String table : TABLES) {
            change("DELETE FROM " + table + " WHERE event_id & 17179869183 >= " + from);
        }
    }

    @Test
    void is0ForARunWithItsHeadFileAndSaysWhatWasChecked() throws JsonException {
        String run = run();
        Ran ran = program.run("verify", "latest");
        assertThat(ran.code()).isZero();
        assertThat(ran.out())
                .startsWith("Run " + run + ": intact\n")
                .contains("every hash, link and", "completed, 3 rows read, 3 ended")
                .contains("head file  out/rowan-" + run + ".head.json seals")
                .contains("sink       output: 2 rows, bytes 0 to", "blocked: 1 row", "unreadable: 0 rows")
                .contains("The hash chain detects edits");
        assertThat(ran.out().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
        Map<?, ?> json = program.run("verify", "latest", "--json").json();
        assertThat(json.get("status")).isEqualTo("ok");
        assertThat(json.get("anchored")).isEqualTo(true);
        assertThat(json.get("all_findings")).isEqualTo(0L);
    }

    @Test
    void everyFlippedByteOfAHeadFileIsCaught() throws IOException, JsonException {
        String run = signed();
        assertThat(unseen(headFile(run), "verify", run)).isEmpty();
        assertThat(program.run("verify", run).code()).isZero();
    }

    @Test
    void everyFlippedByteOfASinkIsCaughtAndItsRangeNamed() throws IOException, JsonException {
        String run = run();
        for (String file : List.of("out/output.jsonl", "out/blocked.csv")) {
            assertThat(unseen(program.path(file), "verify", run)).isEmpty();
        }
        Files.writeString(program.path("out/output.jsonl"), "x");
        Ran ran = program.run("verify", run);
        assertThat(ran.code()).isEqualTo(10);
        assertThat(ran.out()).contains("output: out/output.jsonl, bytes 0 to 50: the file ends before");
    }

    /// The bytes whose change the command lets pass. Every eleventh is tried, with `-Drowan.chaos=full` every
    /// one.
    private List<Integer> unseen(Path file, String... command) throws IOException {
        byte[] before = Files.readAllBytes(file);
        var unseen = new ArrayList<Integer>();
        int step = System.getProperty("rowan.chaos", "").equals("full") ? 1 : 11;
        for (int i = 0; i < before.length; i += step) {
            byte[] changed = before.clone();
            changed[i] ^= (byte) (1 << (i % 7));
            Files.write(file, changed);
            if (program.run(command).code() != 10) {
                unseen.add(i);
            }
        }
        Files.write(file, before);
        assertThat(before.length).isPositive();
        return unseen;
    }

    @Test
    void is10WhenSomethingWasAppendedOrTheFileIsGone() throws IOException, JsonException {
        String run = run();
        Path output = program.path("out/output.jsonl");
        String before = Files.readString(output);
        Files.writeString(output, before + "{\"id\":\"9\"}\n");
        assertThat(program.run("verify", run).code()).isEqualTo(10);
        Files.delete(output);
        assertThat(program.run("verify", run).out()).contains("the file is missing");
        Path moved = program.write("moved.jsonl", before);
        assertThat(program.run("verify", run, "--sink", "output=moved.jsonl").code())
                .isZero();
        assertThat(program.run("verify", run, "--sink", "nothing=moved.jsonl").code())
                .isEqualTo(1);
        Files.writeString(moved, before.replace("fine", "fime"));
        assertThat(program.run("verify", run, "--sink", "output=moved.jsonl").code())
                .isEqualTo(10);
    }

    @Test
    void is10WithTheFirstBadEventForAChangedRecord() throws SQLException, JsonException {
        String run = run();
        change("UPDATE outcome SET reason = 'other' WHERE row_seq = 2");
        Map<?, ?> json = program.run("verify", run, "--json").json();
        assertThat(json.get("exit_code")).isEqualTo(10L);
        assertThat(json.get("first_bad_seq")).isInstanceOf(Long.class);
        assertThat(program.run("verify", run).out()).containsPattern("first invalid event is \\d+: its facts");
    }

    @Test
    void showsThatValuesWereDeleted() throws SQLException, JsonException {
        String run = run();
        change("UPDATE row_read SET payload = NULL, salt = NULL");
        Ran ran = program.run("verify", run);
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("the values of 3 events were deleted");
    }

    @Test
    void aKeptHeadDetectsATruncatedTail() throws SQLException, IOException, JsonException {
        String run = run();
        Path kept = Files.move(headFile(run), program.path("kept.json"));
        assertThat(program.run("verify", run).code()).isEqualTo(12);
        long events = Long.parseLong(
                String.valueOf(program.run("verify", run, "--json").json().get("events")));
        for (long from = events - 1; from > 6; from--) {
            cut(from);
            assertThat(program.run("verify", run, "--head", kept.toString()).code())
                    .isEqualTo(10);
            assertThat(program.run("verify", run).code()).isIn(10, 11);
        }
        assertThat(program.run("verify", run).code()).isEqualTo(11);
    }

    @Test
    void is11ForARunThatWasStoppedAndStillNamesATamperedOne() throws IOException, JsonException {
        String run = run("--limit", "1");
        Ran ran = program.run("verify", run);
        assertThat(ran.code()).isEqualTo(11);
        assertThat(ran.out()).contains("limited, 1 row read, 1 ended", "Exit code 11");
        Files.writeString(program.path("out/output.jsonl"), "{\"id\":\"1\",\"text\":\"fime\"}\n");
        assertThat(program.run("verify", run).code()).isEqualTo(10);
    }

    @Test
    void checksSignaturesWithThePublicKeyAlone() throws IOException, JsonException {
        String run = signed();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(program.path("audit.pem"))))
                .isEqualTo("rw-------");
        Ran ran = program.run("verify", run, "--pubkey", "audit.pem.pub");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).contains("signature  2 of 2 heads signed by key");
        program.run("keygen", "--out", "other.pem");
        assertThat(program.run("verify", run, "--pubkey", "other.pem.pub").code())
                .isEqualTo(10);
        assertThat(program.run("verify", run, "--pubkey", "audit.pem").code()).isEqualTo(1);
        assertThat(program.run("keygen", "--out", "audit.pem").code()).isEqualTo(1);
        assertThat(Files.readString(program.path("rowan.db"), ISO_8859_1))
                .doesNotContain(Files.readAllLines(program.path("audit.pem")).get(1));
    }

    @Test
    void aRunWithoutSignatureIs10WhenAKeyIsAskedFor() throws JsonException {
        String run = run();
        program.run("keygen");
        Ran ran = program.run("verify", run, "--pubkey", "rowan-key.pem.pub");
        assertThat(ran.code()).isEqualTo(10);
        assertThat(ran.out()).contains("not signed");
    }

    @Test
    void aKeyThatIsNoneIsRefusedBeforeTheRun() throws IOException {
        program.write("audit.pem", "nothing that signs");
        program.write("pipeline.yaml", Program.PIPELINE + "landscape: {signing_key: \"file:audit.pem\"}\n");
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("landscape.signing_key: file:audit.pem must hold", "rowan keygen");
        assertThat(program.path("rowan.db")).doesNotExist();
        program.run("keygen", "--out", "good.pem");
        program.variable(
                "AUDIT_KEY", Files.readAllLines(program.path("good.pem")).get(1));
        program.write("pipeline.yaml", Program.PIPELINE + "landscape: {signing_key: \"${AUDIT_KEY}\"}\n");
        assertThat(program.run("run", "pipeline.yaml").code()).isZero();
        assertThat(program.run("verify", "latest", "--pubkey", "good.pem.pub").code())
                .isZero();
    }

    @Test
    void provesARowWithoutTheDatabase() throws IOException, JsonException {
        String run = signed();
        assertThat(program.run("prove", run, "--row", "2", "--out", "row.json").code())
                .isZero();
        Path kept = Files.copy(headFile(run), program.path("kept.json"));
        Files.delete(program.path("rowan.db"));
        Ran ran = program.run("prove", "--check", "row.json", "--head", kept.toString(), "--pubkey", "audit.pem.pub");
        assertThat(ran.out()).startsWith("Proven: 3 events of row 2 are in the record of run");
        assertThat(ran.code()).isZero();
        assertThat(Files.readString(program.path("row.json"))).doesNotContain("hunter2");
        assertThat(unseen(program.path("row.json"), "prove", "--check", "row.json", "--pubkey", "audit.pem.pub"))
                .isEmpty();
    }

    @Test
    void provesOnStandardOutputAndSaysWhatIsMissing() throws IOException, JsonException {
        String run = run();
        Ran ran = program.run("prove", run, "--row", "1");
        Files.write(program.path("row.json"), ran.out().getBytes(UTF_8));
        assertThat(program.run("prove", "--check", "row.json", "--json").json().get("status"))
                .isEqualTo("proven");
        assertThat(program.run("prove", run, "--row", "9").err()).contains("has no row 9");
        assertThat(program.run("prove", run).err()).contains("--row N");
        Path other = program.write("other.json", "{\"run\":\"" + run + "\",\"size\":3,\"root\":\"ab\"}");
        assertThat(program.run("prove", "--check", "row.json", "--head", other.toString())
                        .code())
                .isEqualTo(10);
    }
}
