package dev.rowan.web.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.web.site.MadeRuns;
import dev.rowan.web.site.Site;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RecordScreenTest {
    @TempDir
    private Path folder;

    private static Map<?, ?> verify(Map<?, ?> json) {
        return (Map<?, ?>) java.util.Objects.requireNonNull(json.get("verify"));
    }

    private static Map<?, ?> checked(Site site, String run) throws Exception {
        assertThat(site.post("/api/runs/" + run + "/verify", "{}").statusCode()).isEqualTo(202);
        Map<?, ?> verify = verify(site.json("/api/runs/" + run + "/record"));
        while ("checking".equals(verify.get("check"))) {
            verify = verify(site.json("/api/runs/" + run + "/record"));
        }
        return verify;
    }

    private void change(String sql) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(sql)).isPositive();
        }
    }

    @Test
    void showsTheRecord() throws Exception {
        String run = MadeRuns.calling(folder, 10).runId();
        try (Site site = Site.over(folder)) {
            Map<?, ?> json = site.json("/api/runs/" + run + "/record");
            String page = site.page("/runs/" + run + "/record");
            Map<?, ?> head = (Map<?, ?>) java.util.Objects.requireNonNull(json.get("head"));
            assertThat(page)
                    .contains(String.valueOf(head.get("root")), String.valueOf(head.get("last_leaf")), "not signed")
                    .contains("keyword_filter", "llm", "blocked.jsonl", "max_cost_usd", "record not checked");
            assertThat(Site.list(json, "transforms"))
                    .extracting(one -> one.get("plugin"))
                    .isEqualTo(List.of("keyword_filter", "llm"));
            assertThat(json.get("command_line")).isEqualTo(List.of("java"));
        }
    }

    @Test
    void verifiesARecordAndShowsTheResultEverywhere() throws Exception {
        String run = MadeRuns.calling(folder, 10).runId();
        try (Site site = Site.over(folder)) {
            assertThat(checked(site, run).get("check")).isEqualTo("intact");

            assertThat(site.page("/runs/" + run + "/record")).contains("✓ intact", "record ✓ intact", " events, ");
            assertThat(site.page("/runs/" + run)).contains("record ✓ intact");
            assertThat(site.page("/")).contains("✓ intact");
            assertThat(Site.list(site.json("/api/runs"), "runs").getFirst().get("check"))
                    .isEqualTo("intact");
        }
    }

    @Test
    void detectsATamperedRecord() throws Exception {
        String run = MadeRuns.calling(folder, 10).runId();
        change("UPDATE outcome SET outcome = 'failed' WHERE row_seq = 3");
        try (Site site = Site.over(folder)) {
            assertThat(checked(site, run).get("check")).isEqualTo("tampered");
            assertThat(site.page("/runs/" + run + "/record"))
                    .contains("✗ tampered", "is the first that was tampered with");
        }
    }

    @Test
    void isUnverifiedAfterAResume() throws Exception {
        String run = MadeRuns.calling(folder, 10).runId();
        var location = new dev.rowan.web.read.LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity());
        try (var reader = location.read();
                var checks = new RecordChecks(location::check, new dev.rowan.api.SystemTime())) {
            var summary = reader.runs().summary(run);
            checks.start(summary);
            while (checks.of(summary) instanceof RecordCheckState.Checking) {
                Thread.onSpinWait();
            }
            assertThat(checks.of(summary).word()).isEqualTo("intact");
            assertThat(checks.of(Others.withRoot(summary, "another")).word()).isEqualTo("not checked");
        }
    }

    @Test
    void startsACheckByPostOnly() throws Exception {
        String run = MadeRuns.noted(folder, "20261115-101010-aaaa", "x", List.of());
        try (Site site = Site.over(folder)) {
            assertThat(site.get("/api/runs/" + run + "/verify").statusCode()).isEqualTo(405);
            assertThat(verify(site.json("/api/runs/" + run + "/record")).get("check"))
                    .isEqualTo("not checked");
        }
    }
}
