package dev.rowan.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.web.site.MadeRuns;
import dev.rowan.web.site.Site;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RunsScreenTest {
    @TempDir
    private Path folder;

    private static List<Object> names(Map<?, ?> json) {
        return Site.list(json, "runs").stream()
                .<Object>map(one -> one.get("name"))
                .toList();
    }

    private void three() throws InterruptedException {
        MadeRuns.noted(folder, "20261115-101010-aaaa", "bees", List.of());
        MadeRuns.noted(folder, "20261115-101010-bbbb", "Ants", List.of());
        MadeRuns.noted(folder, "20261115-101010-cccc", "cats", List.of());
    }

    @Test
    void showsFirstStepsWithoutRuns() throws Exception {
        dev.rowan.landscape.open.Landscapes.open(
                        "sqlite:rowan.db", folder, new dev.rowan.api.SystemTime(), new java.security.SecureRandom())
                .close();
        try (Site site = Site.over(folder)) {
            assertThat(site.page("/"))
                    .contains("No runs yet", "rowan run pipeline.yaml")
                    .doesNotContain("role=\"search\"");
        }
    }

    @Test
    void worksWithoutALandscapeAndFindsItWhenTheFirstRunMakesIt() throws Exception {
        try (Site site = Site.over(folder)) {
            assertThat(site.page("/")).contains("No runs yet", "rowan run pipeline.yaml", "data-live=");
            assertThat(Site.list(site.json("/api/runs"), "runs")).isEmpty();
            assertThat(site.get("/runs/latest").statusCode()).isEqualTo(404);
            assertThat(folder.resolve("rowan.db")).as("looking makes nothing").doesNotExist();

            three();

            assertThat(site.fragment("/")).contains(">bees<", ">cats<").doesNotContain("No runs yet");
        }
    }

    @Test
    void filtersAndSortsAndKeepsBothOverLiveUpdates() throws Exception {
        three();
        try (Site site = Site.over(folder)) {
            assertThat(names(site.json("/api/runs"))).containsExactly("cats", "Ants", "bees");
            assertThat(names(site.json("/api/runs?sort=name"))).containsExactly("Ants", "bees", "cats");
            assertThat(names(site.json("/api/runs?sort=name&dir=desc"))).containsExactly("cats", "bees", "Ants");
            assertThat(names(site.json("/api/runs?q=ANT"))).containsExactly("Ants");
            assertThat(names(site.json("/api/runs?q=cccc"))).containsExactly("cats");
            assertThat(names(site.json("/api/runs?status=running"))).isEmpty();
            assertThat(names(site.json("/api/runs?status=completed"))).hasSize(3);
            assertThat(names(site.json("/api/runs?since=2200-01-01"))).isEmpty();
            assertThat(names(site.json("/api/runs?since=2020-01-01T00:00:00Z"))).hasSize(3);

            String page = site.page("/?q=ants&sort=name&dir=desc");
            assertThat(page)
                    .contains("data-live=\"/?q=ants&amp;sort=name&amp;dir=desc\"")
                    .contains("aria-sort=\"descending\"", "value=\"ants\"")
                    .contains(">Ants<", "1 of 3 runs")
                    .doesNotContain(">bees<");
            assertThat(site.page("/?q=nobody")).contains("No matching runs");
        }
    }

    @Test
    void rejectsInvalidParameters() throws Exception {
        three();
        try (Site site = Site.over(folder)) {
            assertThat(site.get("/?sort=beauty").statusCode()).isEqualTo(400);
            assertThat(site.get("/?sort=beauty").body()).contains("started, name, rows, spend, duration");
            assertThat(site.get("/api/runs?since=yesterday").statusCode()).isEqualTo(400);
            assertThat(site.get("/api/runs?page=x").statusCode()).isEqualTo(400);
        }
    }

    @Test
    void showsTheFiguresOfTheJsonAndOffersAComparison() throws Exception {
        String run = MadeRuns.calling(folder, 20).runId();
        MadeRuns.noted(folder, "20261115-101010-bbbb", "other", List.of());
        try (Site site = Site.over(folder)) {
            Map<?, ?> line = Site.list(site.json("/api/runs?q=asking"), "runs").getFirst();
            assertThat(line.get("rows_ended")).isEqualTo(20L);
            assertThat(line.get("max_cost_usd")).isEqualTo(5L);
            assertThat(line.get("check")).isEqualTo("not checked");
            String page = site.page("/");
            assertThat(page)
                    .contains("of $5", "not checked", "action=\"/compare\"")
                    .contains("name=\"a\" value=\"" + run + "\"", "name=\"b\" value=\"" + run + "\"");
        }
    }

    @Test
    void turnsPages() throws Exception {
        int runs = RunQuery.ON_A_PAGE + 3;
        try (var landscape = dev.rowan.landscape.open.Landscapes.open(
                "sqlite:rowan.db", folder, new dev.rowan.api.SystemTime(), new java.security.SecureRandom())) {
            for (int i = 0; i < runs; i++) {
                MadeRuns.noted(landscape, String.format(java.util.Locale.ROOT, "20261115-101010-%04d", i), "many");
            }
        }
        try (Site site = Site.over(folder)) {
            assertThat(names(site.json("/api/runs"))).hasSize(RunQuery.ON_A_PAGE);
            Map<?, ?> second = site.json("/api/runs?page=2");
            assertThat(names(second)).hasSize(3);
            assertThat(second.get("matching")).isEqualTo((long) runs);
            assertThat(site.page("/?page=2"))
                    .contains("Page 2 of 2", "rel=\"prev\"")
                    .doesNotContain("rel=\"next\"");
            assertThat(site.page("/")).contains("href=\"/?page=2\"");
        }
    }

    @Test
    void showsARunStartedAfterTheListWasLoaded() throws Exception {
        three();
        try (Site site = Site.over(folder)) {
            assertThat(names(site.json("/api/runs"))).hasSize(3);
            MadeRuns.noted(folder, "20261115-111111-dddd", "dogs", List.of());
            assertThat(names(site.json("/api/runs"))).containsExactly("dogs", "cats", "Ants", "bees");
        }
    }
}
