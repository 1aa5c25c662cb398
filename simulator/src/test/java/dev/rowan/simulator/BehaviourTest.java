package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.json.Fields;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// Determinism, waiting, chance, and what is written down.
class BehaviourTest {

    @Test
    void theSameSeedGivesTheSameBytes() throws Exception {
        assertThat(replies(7)).isEqualTo(replies(7)).isNotEqualTo(replies(8));
    }

    private static List<String> replies(long seed) throws Exception {
        try (TestBench bench = TestBench.open(Map.of("seed", seed))) {
            var replies = new ArrayList<String>();
            for (Call call : Call.toAll("hello")) {
                Got got = bench.post(call);
                replies.add(got.response().headers().map() + got.text());
            }
            return replies;
        }
    }

    @Test
    void randomFaultsDoNotDependOnTheOrderOfRequests() throws Exception {
        List<Integer> forwards = faultsOfSends(false);

        assertThat(forwards).isEqualTo(faultsOfSends(true)).contains(200, 503);
    }

    /// The statuses of 40 requests, by request, sent in order or in reverse.
    private static List<Integer> faultsOfSends(boolean reverse) throws Exception {
        try (TestBench bench = TestBench.open(Map.of("faults", Map.of("status:503", 0.5)))) {
            var statuses = new ArrayList<Integer>();
            for (int i = 0; i < 40; i++) {
                int number = reverse ? 39 - i : i;
                statuses.add(bench.post(Call.openAi("number " + number)).status());
            }
            return reverse ? statuses.reversed() : statuses;
        }
    }

    @Test
    void faultsOfTheFirstSendsPass() throws Exception {
        try (TestBench bench = TestBench.open(Map.of("faults", Map.of("status:503", 1), "fault_attempts", 2))) {
            assertThat(bench.post(Call.openAi("a")).status()).isEqualTo(503);
            assertThat(bench.post(Call.openAi("a")).status()).isEqualTo(503);
            assertThat(bench.post(Call.openAi("a")).status()).isEqualTo(200);
            assertThat(bench.post(Call.openAi("b")).status()).isEqualTo(503);
        }
    }

    @Test
    void faultsCanBeKeptToOneEndpoint() throws Exception {
        try (TestBench bench = TestBench.open(Map.of("faults", Map.of("gemini_generate/status:500", 1)))) {
            assertThat(bench.post(Call.openAi("a")).status()).isEqualTo(200);
            assertThat(bench.post(Call.gemini("a")).status()).isEqualTo(500);
        }
    }

    @Test
    void answersTakeTheirTime() throws Exception {
        try (TestBench bench = TestBench.open(Map.of("latency", Map.of("typical", "2s")));
                var scope = CallScope.open("asking")) {
            var asking = ask(bench, scope, 120);
            bench.time().awaitSleepers(120);
            assertThat(bench.get("/_simulator/stats").at("endpoints.openai_chat.in_flight"))
                    .isEqualTo(120L);
            bench.time().advance(Duration.ofSeconds(2));
            for (Future<Got> each : asking) {
                assertThat(each.get().status()).isEqualTo(200);
            }
            Got stats = bench.get("/_simulator/stats");
            assertThat(stats.at("endpoints.openai_chat.in_flight")).isEqualTo(0L);
            assertThat(stats.at("endpoints.openai_chat.peak_in_flight")).isEqualTo(120L);
            assertThat(stats.at("endpoints.openai_chat.statuses.200")).isEqualTo(120L);
        }
    }

    private static List<Future<Got>> ask(TestBench bench, CallScope scope, int times) {
        var asking = new ArrayList<Future<Got>>();
        for (int i = 0; i < times; i++) {
            String text = "number " + i % 10;
            asking.add(scope.fork(() -> bench.post(Call.openAi(text))));
        }
        return asking;
    }

    @Test
    void theBillEqualsWhatWasServed() throws Exception {
        var settings = Map.of("faults", Map.of("status:500", 0.3, "truncate", 0.1));
        try (TestBench bench = TestBench.open(settings);
                var scope = CallScope.open("asking")) {
            for (Future<Got> each : ask(bench, scope, 400)) {
                try {
                    each.get();
                } catch (ExecutionException truncated) {
                    assertThat(truncated).hasRootCauseInstanceOf(IOException.class);
                }
            }
            List<Fields> journal = bench.journal();
            List<Fields> billed =
                    journal.stream().filter(line -> line.flag("billed")).toList();
            Got bill = bench.get("/_simulator/bill");

            assertThat(journal).hasSize(400);
            assertThat(billed).hasSizeBetween(200, 350);
            assertThat(billed).allMatch(line -> Objects.equals(line.get("status"), 200L));
            assertThat(journal)
                    .filteredOn(line -> Objects.equals(line.get("status"), 200L))
                    .hasSameSizeAs(billed);
            assertThat(bill.at("calls")).isEqualTo((long) billed.size());
            assertThat((BigDecimal) bill.at("usd"))
                    .isEqualByComparingTo(billed.stream()
                            .map(line -> new BigDecimal(String.valueOf(line.get("usd"))))
                            .reduce(BigDecimal.ZERO, BigDecimal::add));
        }
    }

    @Test
    void theJournalListsEachRequest() throws Exception {
        try (TestBench bench = TestBench.open(Map.of("journal_size", 2))) {
            bench.post(Call.openAi("gone"));
            bench.post(Call.analyze("kept"));
            bench.post(Call.openAi("kept").without("authorization"));

            List<Fields> journal = bench.journal();
            assertThat(journal).extracting(line -> line.get("number")).containsExactly(2L, 3L);
            Fields analyze = journal.getFirst();
            assertThat(analyze.text("endpoint")).contains("safety_analyze");
            assertThat(analyze.text("path")).contains("/contentsafety/text:analyze");
            assertThat(analyze.text("at")).contains("2026-01-01T00:00:00Z");
            assertThat(analyze.text("key").orElseThrow()).hasSize(12).doesNotContain(Call.KEY);
            assertThat(analyze.text("body_sha256").orElseThrow()).hasSize(64);
            assertThat(analyze.get("in_flight")).isEqualTo(1L);
            assertThat(analyze.get("usd")).isEqualTo(new BigDecimal("0.00038"));
            assertThat(journal.getLast().text("key")).contains("none");
            assertThat(bench.get("/_simulator/journal?after=2").text().lines()).hasSize(1);
            assertThat(bench.get("/_simulator/stats").at("journal_gone")).isEqualTo(1L);

            bench.reset();
            assertThat(bench.journal()).isEmpty();
            assertThat(bench.get("/_simulator/stats").at("requests")).isEqualTo(0L);
        }
    }

    @Test
    void badSettingsChangeNothingAndAreNamed() throws Exception {
        try (TestBench bench = TestBench.open(Map.of("keys", List.of("mine")))) {
            Got got = bench.change(Map.of("dead_keys", "x", "latensy", Map.of()));

            assertThat(got.status()).isEqualTo(400);
            assertThat(got.text()).contains("did you mean 'latency'?");
            Got faults = bench.change(Map.of("faults", Map.of("weather/status:500", 1, "fire", 0.1, "stall", 2)));
            assertThat(faults.text())
                    .contains("must have a known fault as its key")
                    .contains("from 0 to 1");
            assertThat(bench.change(Map.of("faults", Map.of("weather/status:500", 1)))
                            .text())
                    .contains("must name known endpoints");
            assertThat(bench.post(Call.openAi("x")).status()).isEqualTo(401);
        }
    }
}
