package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// Batch jobs, two runs side by side, and the record of a run, in the hands of a person.
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JobsAndCompareTest {
    private final World world;
    private final Visit visit;

    JobsAndCompareTest(Room room) {
        world = room.world();
        visit = room.visit(Look.DESK);
    }

    @AfterAll
    void leave() {
        visit.close();
    }

    @Test
    void theBoardLeadsToEachJobAndItsRows() {
        visit.open("/runs/" + world.run("batch") + "/jobs");
        assertThat(visit.links()).anyMatch(link -> link.endsWith("/jobs/1")).anyMatch(link -> link.endsWith("/jobs/2"));
        visit.page().locator("a[href$='/jobs/1']").first().click();
        visit.page().waitForURL(url -> url.endsWith("/jobs/1"));
        assertThat(visit.count("main svg")).isPositive();
        visit.page().locator("#items a[href*='/rows/']").first().click();
        visit.page().waitForURL(url -> url.contains("/rows/"));
        visit.assertClean("jobs");
    }

    @Test
    void twoRunsAreChosenAndComparedToTheEnd() {
        visit.open("/compare");
        visit.page().locator("select[name=a]").selectOption(world.run("moderation"));
        visit.page().locator("select[name=b]").selectOption(world.run("again"));
        visit.page().locator("main form button").first().click();
        visit.page().waitForURL(url -> url.contains("a=" + world.run("moderation")));
        compared();
        assertThat(visit.text("main")).contains("Which mood is it");
        assertThat(visit.count("#changes article")).as("rows that changed").isPositive();
        visit.assertClean("compare");
    }

    @Test
    void aRunComparedWithItselfHasNoChanges() {
        visit.open("/compare?a=" + world.run("moderation") + "&b=" + world.run("moderation"));
        compared();
        assertThat(visit.count("#changes article")).isZero();
    }

    @Test
    void theRecordIsCheckedFromThePage() {
        visit.open("/runs/" + world.run("quickstart") + "/record");
        visit.page().locator("#verify button").click();
        visit.await("() => /✓/.test(document.querySelector('#verify .badge').textContent)");
        visit.assertClean("verify");
    }

    @Test
    void theProofOfARowIsDownloaded() {
        visit.open("/runs/" + world.run("moderation") + "/rows/3");
        Download proof = visit.page()
                .waitForDownload(
                        () -> visit.page().locator("a[href$='/proof']").first().click());
        assertThat(proof.failure()).isNull();
        assertThat(proof.suggestedFilename()).isNotBlank();
    }

    @Test
    void theServerRepeatsNoWordOfARowWithoutItsPage() {
        visit.open("/runs/" + world.run("moderation") + "/rows/1");
        assertThat(visit.watch().requests()).allMatch(request -> request.startsWith("GET "));
    }

    /// The comparison has come to its end, without a reload.
    private void compared() {
        visit.await("() => document.querySelector('#compared:not([data-live])')");
    }
}
