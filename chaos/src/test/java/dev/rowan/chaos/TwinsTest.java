package dev.rowan.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.chaos.Scenario.Delivery;
import dev.rowan.chaos.Scenario.Order;
import dev.rowan.chaos.batch.BatchCourse;
import dev.rowan.chaos.batch.BatchProvider;
import dev.rowan.chaos.batch.BatchScenario;
import dev.rowan.chaos.check.BilledCalls;
import dev.rowan.chaos.check.Checker;
import dev.rowan.chaos.check.PipelineRules;
import dev.rowan.chaos.check.ReferenceRun;
import dev.rowan.chaos.check.Violation;
import dev.rowan.engine.run.RunResult;
import dev.rowan.simulator.answer.TokenUsage;
import dev.rowan.simulator.batch.BatchView;
import dev.rowan.simulator.batch.SimulatedJobState;
import dev.rowan.simulator.price.Money;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// For every invariant of the checker, a run that violates it, which the checker must detect. Most of the runs were
/// correct and were altered afterwards, in the record, a sink or the bill. What crashes do to a defect is in
/// [PlantedDefectsTest].
@Timeout(180)
class TwinsTest {
    private static final Pattern OWN = Pattern.compile("new Violation\\(\\s*\"(\\w+)\"");
    private static final Pattern OF_VERIFY = Pattern.compile("\"(I\\d+)\"");

    /// A run that violates `rule`.
    record Twin(
            String rule,
            FaultVariation variation,
            Spoiling record,
            UnaryOperator<BilledCalls> bill,
            UnaryOperator<PipelineRules> rules,
            Pipelines pipeline) {

        Twin(
                String rule,
                FaultVariation variation,
                Spoiling record,
                UnaryOperator<BilledCalls> bill,
                UnaryOperator<PipelineRules> rules) {
            this(rule, variation, record, bill, rules, Pipelines.CALLS);
        }

        /// The same for a run through a batch service that created some batches twice.
        Twin batched() {
            return new Twin(rule, variation, record, bill, rules, Pipelines.BATCHES);
        }

        /// The same for a run with caches, tiers and shared answers.
        Twin saving() {
            return new Twin(rule, variation, record, bill, rules, Pipelines.SAVINGS);
        }

        Trial trial(CrashTestFolder site) throws IOException {
            return switch (pipeline) {
                case CALLS -> site.trial(new Scenario(60, 5, Order.INPUT, Delivery.PATIENT), variation);
                case BATCHES ->
                    site.trial(
                            new BatchScenario(BatchProvider.OPENAI, BatchCourse.DOUBLED, 12, 4, 5, Order.INPUT),
                            variation);
                case SAVINGS -> site.trial(new SavingsScenario(30, 5, false), variation);
            };
        }

        @Override
        public String toString() {
            return rule;
        }
    }

    /// The pipelines of the runs.
    enum Pipelines {
        CALLS,
        BATCHES,
        SAVINGS
    }

    interface Spoiling {
        void spoil(Path work) throws Exception;
    }

    private static Twin of(String rule, Spoiling record) {
        return new Twin(rule, FaultVariation.none(), record, UnaryOperator.identity(), UnaryOperator.identity());
    }

    private static Twin sql(String rule, String... statements) {
        return of(rule, work -> {
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + work.resolve("rowan.db"));
                    Statement statement = connection.createStatement()) {
                for (String index : indexes(statement)) {
                    statement.executeUpdate("DROP INDEX " + index);
                }
                for (String sql : statements) {
                    assertThat(statement.executeUpdate(sql)).as(sql).isPositive();
                }
            }
        });
    }

    /// The landscape's own constraints, which would refuse the violations that the checker must detect.
    private static List<String> indexes(Statement statement) throws SQLException {
        try (ResultSet rows =
                statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")) {
            var names = new ArrayList<String>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        }
    }

    private static Twin recorded(String rule, FalseRecord as) {
        return new Twin(
                rule,
                FaultVariation.none().around(as::around),
                _ -> {},
                UnaryOperator.identity(),
                UnaryOperator.identity());
    }

    private static Twin billed(String rule, long times) {
        return new Twin(
                rule,
                FaultVariation.none(),
                _ -> {},
                bill -> new BilledCalls(
                        bill.times().entrySet().stream()
                                .collect(Collectors.toMap(each -> each.getKey(), each -> each.getValue() + times)),
                        bill.charges(),
                        bill.batches(),
                        bill.live(),
                        bill.spent()),
                UnaryOperator.identity());
    }

    /// A service that bills a request which nobody sent.
    private static Twin overcharged(String rule) {
        return new Twin(
                rule,
                FaultVariation.none(),
                _ -> {},
                bill -> {
                    var charges = new HashMap<>(bill.charges());
                    for (long more = 0; more < 100; more++) {
                        charges.put(-more, 1L);
                    }
                    return new BilledCalls(bill.times(), charges, bill.batches(), bill.live(), bill.spent());
                },
                UnaryOperator.identity());
    }

    /// A run through a batch service; `change` alters the provider's batches.
    private static Twin made(String rule, UnaryOperator<List<BatchView>> change) {
        return new Twin(
                        rule,
                        FaultVariation.none(),
                        _ -> {},
                        bill -> new BilledCalls(
                                bill.times(), bill.charges(), change.apply(bill.batches()), bill.live(), bill.spent()),
                        UnaryOperator.identity())
                .batched();
    }

    /// A run that ends while one of its batches is still running.
    private static Twin living(String rule) {
        return new Twin(
                        rule,
                        FaultVariation.none(),
                        _ -> {},
                        bill -> new BilledCalls(
                                bill.times(),
                                bill.charges(),
                                bill.batches(),
                                Set.of(bill.batches().getFirst().id()),
                                bill.spent()),
                        UnaryOperator.identity())
                .batched();
    }

    private static List<BatchView> with(List<BatchView> batches, BatchView another) {
        return Stream.concat(batches.stream(), Stream.of(another)).toList();
    }

    /// A copy of the first batch, created an hour later and executed.
    private static BatchView again(BatchView batch) {
        return new BatchView(
                "another",
                batch.service(),
                batch.created().plusSeconds(3_600),
                SimulatedJobState.COMPLETED,
                batch.rows());
    }

    /// The first of two batches of one creation, altered to belong to an earlier creation.
    private static List<BatchView> before(List<BatchView> batches) {
        BatchView first = batches.getFirst();
        var earlier = new BatchView(
                first.id(), first.service(), first.created().minusSeconds(3_600), first.state(), first.rows());
        return Stream.concat(Stream.of(earlier), batches.stream().skip(1)).toList();
    }

    private static BatchView strange(BatchView batch) {
        return new BatchView(
                "strange",
                batch.service(),
                batch.created(),
                batch.state(),
                List.of(new BatchView.RowSeen("nobody-0", true, TokenUsage.NONE, Money.ZERO)));
    }

    private static BatchView unbilled(BatchView batch) {
        return new BatchView(
                batch.id(),
                batch.service(),
                batch.created(),
                batch.state(),
                batch.rows().stream()
                        .map(row -> new BatchView.RowSeen(row.id(), false, TokenUsage.NONE, Money.ZERO))
                        .toList());
    }

    private static Twin spent(String rule) {
        return new Twin(
                        rule,
                        FaultVariation.none(),
                        _ -> {},
                        bill -> bill.spent(bill.spent().map(spent -> spent.plus(new Usd(1)))),
                        UnaryOperator.identity())
                .batched();
    }

    /// The record of an ingest that accepts a second line for an item.
    private static final String OF_AN_END = "run_no, epoch, time, row_seq, part, node, generation, call_no, attempt,"
            + " state, standing, http_status, input_tokens, cached_tokens, cache_write_tokens, output_tokens,"
            + " reasoning_tokens, cost_pico_usd, cost_known, pacer_us, permit_us, wire_us, first_byte_us, request_id,"
            + " codec, payload_length, payload_sha256, salt, leaf, payload, job";
    private static final String COUNTED_AGAIN = "INSERT INTO call_end (event_id, " + OF_AN_END
            + ") SELECT event_id + 100000, " + OF_AN_END + " FROM call_end WHERE job = 1 LIMIT 1";

    private static final String SENT_AGAIN = " IN (SELECT event_id FROM call_end e WHERE state = 'rejected' AND EXISTS"
            + " (SELECT 1 FROM call_end l WHERE l.row_seq = e.row_seq AND l.part = e.part AND l.node = e.node"
            + " AND l.call_no = e.call_no AND l.attempt > e.attempt AND l.state = 'answered'))";

    static Stream<Twin> twins() {
        return Stream.of(
                sql("I1", "DELETE FROM row_read WHERE row_seq = 3"),
                sql("I1", "UPDATE outcome SET row_seq = 1 WHERE row_seq = 2"),
                of("I2", work -> cut(work.resolve("out.jsonl"))),
                sql("I3", "DELETE FROM call_intent WHERE event_id = (SELECT max(event_id) FROM call_intent)"),
                sql("I4", "UPDATE call_end SET state = 'answered' WHERE event_id" + SENT_AGAIN),
                sql(
                        "I5",
                        "UPDATE call_intent SET attempt = 3 WHERE attempt = 2",
                        "UPDATE call_end SET attempt = 3 WHERE attempt = 2"),
                sql(
                        "I6",
                        "UPDATE call_intent SET event_id = event_id + 100000 WHERE (row_seq, node) IN"
                                + " (SELECT row_seq, node FROM call_end WHERE state = 'answered' LIMIT 1)"),
                sql("I7", "UPDATE run_lease SET epoch = 2", "UPDATE call_end SET epoch = 2 WHERE node = 2"),
                new Twin("I8", FaultVariation.none(), _ -> {}, UnaryOperator.identity(), TwinsTest::sendingOnce),
                billed("I9", 1),
                sql("I10", "UPDATE run_lease SET epoch = 2", "UPDATE node_state SET epoch = 2 WHERE row_seq = 1"),
                sql("I11", "UPDATE node_state SET epoch = 2 WHERE row_seq = 1"),
                recorded("I12", FalseRecord.passingTheCap()),
                recorded("I13", FalseRecord.miscounting()).batched(),
                recorded("I14", FalseRecord.hidingANode()),
                sql(
                        "I15",
                        "DELETE FROM node_state WHERE node = 1 AND row_seq IN"
                                + " (SELECT row_seq FROM outcome WHERE outcome = 'completed' LIMIT 1)"),
                of("I16", work -> append(work.resolve("out.jsonl"), Scenario.KEY + "\n")),
                recorded("I17", FalseRecord.misdirecting()),
                recorded("I18", FalseRecord.joiningNothing()),
                recorded("I19", FalseRecord.enteringAGroup()),
                recorded("I20", FalseRecord.skippingASafetyBranch()),
                sql(
                        "I21",
                        "INSERT INTO call_reused (event_id, run_no, epoch, time, row_seq, part, node, generation,"
                                + " call_no, request_sha256, of_run, of_row_seq, of_part, of_node, of_generation,"
                                + " of_call_no, leaf) SELECT event_id + 100000, run_no, epoch, time, row_seq, part, node,"
                                + " generation, call_no, request_sha256, 'nobody', row_seq, part, node, generation,"
                                + " call_no, leaf FROM call_intent LIMIT 1"),
                sql(
                                "I21",
                                "UPDATE call_reused SET request_sha256 = (SELECT request_sha256 FROM call_intent i WHERE"
                                        + " i.node = call_reused.node AND i.request_sha256 <> call_reused.request_sha256"
                                        + " LIMIT 1)")
                        .saving(),
                sql("L", "DELETE FROM outcome WHERE row_seq = 3"),
                of("D", work -> append(work.resolve("out.jsonl"), "{}\n")),
                sql(
                        "O",
                        "UPDATE outcome SET row_seq = 1000 WHERE row_seq = 1",
                        "UPDATE outcome SET row_seq = 1 WHERE row_seq = 12",
                        "UPDATE outcome SET row_seq = 12 WHERE row_seq = 1000"),
                billed("P", 10),
                overcharged("M"),
                sql(
                                "M",
                                "UPDATE call_end SET cost_pico_usd = cost_pico_usd + 1 WHERE event_id = (SELECT min(event_id) FROM call_end WHERE state = 'answered' AND node = 0)")
                        .saving(),
                made("B1", batches -> with(batches, again(batches.getFirst()))),
                made("B1", TwinsTest::before),
                living("B1"),
                made("B2", batches -> with(batches, strange(batches.getFirst()))),
                made("B3", batches -> batches.stream().map(TwinsTest::unbilled).toList()),
                sql("B3", COUNTED_AGAIN).batched(),
                sql("B3", "UPDATE call_end SET state = 'rejected' WHERE job = 1")
                        .batched(),
                sql("B3", "DELETE FROM call_end WHERE job = 1").batched(),
                sql("B4", "DELETE FROM batch_job WHERE step = 'duplicate_booked'")
                        .batched(),
                sql("C", COUNTED_AGAIN).batched(),
                spent("C"));
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private static void cut(Path file) throws IOException {
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() - 1));
    }

    /// The rules of a pipeline with `at_most_once`, for a run that sent a call again.
    private static PipelineRules sendingOnce(PipelineRules rules) {
        return new PipelineRules(
                rules.ordered(),
                rules.nodes().stream()
                        .map(node -> new PipelineRules.Node(
                                node.index(),
                                OptionalInt.of(1),
                                false,
                                node.attempts(),
                                node.isSafety(),
                                node.claims()))
                        .toList(),
                rules.sinks());
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("twins")
    void isFound(Twin twin) throws Exception {
        try (CrashTestFolder site = CrashTestFolder.open()) {
            Trial trial = twin.trial(site);
            var service = trial.newService();
            RunResult result = trial.run(service, Faults.NONE);
            BilledCalls bill = BilledCalls.of(service)
                    .spent(Optional.of(result.counts().calls().spent()));
            PipelineRules rules = PipelineRules.of(trial.pipeline());
            ReferenceRun reference = checker(trial, rules).reference();
            Set<String> before = found(checker(trial, rules), reference, bill);
            boolean recordedFalsely =
                    Set.of("I12", "I13", "I14", "I17", "I18", "I19", "I20").contains(twin.rule());
            assertThat(before.isEmpty()).as(before.toString()).isNotEqualTo(recordedFalsely);

            twin.record().spoil(trial.work());

            assertThat(found(
                            checker(trial, twin.rules().apply(rules)),
                            reference,
                            twin.bill().apply(bill)))
                    .contains(twin.rule());
        }
    }

    private static Checker checker(Trial trial, PipelineRules rules) {
        return new Checker(trial.landscape(), trial.site(), trial.work(), rules, Optional.of(Scenario.KEY));
    }

    private static Set<String> found(Checker checker, ReferenceRun reference, BilledCalls bill) throws Exception {
        return checker.check(reference, bill).stream().map(Violation::invariant).collect(Collectors.toSet());
    }

    @Test
    void everyRuleOfTheCheckerHasOne() throws IOException {
        Set<String> claimed = new TreeSet<>();
        claimed.addAll(named(Path.of("src", "main", "java", "dev", "rowan", "chaos", "check"), OWN));
        claimed.addAll(named(
                Path.of("..", "landscape", "src", "main", "java", "dev", "rowan", "landscape", "verify"), OF_VERIFY));
        assertThat(claimed).hasSizeGreaterThan(15);
        assertThat(twins().map(Twin::rule).collect(Collectors.toSet())).containsExactlyInAnyOrderElementsOf(claimed);
    }

    /// The invariants named in the sources of a folder.
    private static List<String> named(Path sources, Pattern rule) throws IOException {
        try (Stream<Path> files = Files.list(sources)) {
            return files.flatMap(file -> rule.matcher(read(file)).results().map(match -> match.group(1)))
                    .toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
