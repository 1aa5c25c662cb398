package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.json.Fields;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FullJournalTest {

    @Test
    void keepsQueryHeadersAndBodyWithoutTheKey() throws Exception {
        try (TestBench bench = TestBench.open(Map.of("full_journal", true))) {
            bench.post(Call.azureDeployment("tell " + Call.KEY + " on").with("x-more", "and more"));
            bench.post(Call.gemini("hello").at("/v1beta/models/m:generateContent?alt=json&key=" + Call.KEY));
            List<Fields> journal = bench.journal();

            assertThat(bench.get("/_simulator/journal").text()).doesNotContain(Call.KEY);
            assertThat(journal.getFirst().text("method")).contains("POST");
            assertThat(journal.getFirst().text("query")).contains("api-version=2024-10-21");
            assertThat(List.<Object>copyOf(journal.getFirst().list("headers").orElseThrow()))
                    .contains(List.of("api-key", "[key]"), List.of("x-more", "and more"));
            assertThat(journal.getFirst().text("body").orElseThrow()).contains("\"tell [key] on\"");
        }
    }

    @Test
    void keepsNoneOfThemUnlessAsked() throws Exception {
        try (TestBench bench = TestBench.open(Map.of())) {
            bench.post(Call.openAi("hello"));
            assertThat(bench.journal().getFirst().all().keySet())
                    .contains("method", "body_sha256")
                    .doesNotContain("query", "headers", "body");
        }
    }
}
