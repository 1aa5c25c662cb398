package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// Batch jobs, comparison and record.
@ExtendWith(BrowserExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JobsAndCompareTest {
    private final TestLandscape runs;
    private final Visit visit;

    JobsAndCompareTest(BrowserSession session) {
        runs = session.runs();
        visit = session.visit(Viewport.DESK);
    }

    @AfterAll
    void leave() {
        visit.close();
    }

    @Test
    void theBoardLeadsToEachJobAndItsRows() {
        visit.open("/runs/" + runs.run("batch") + "/jobs");
        assertThat(visit.links()).anyMatch(link -> link.endsWith("/jobs/1")).anyMatch(link -> link.endsWith("/jobs/2"));
        visit.page().locator("a[href$='/jobs/1']").first().click();
        visit.page().waitForURL(url -> url.endsWith("/jobs/1"));
        assertThat(visit.count("main svg")).isPositive();
        visit.page().locator("#items a[href*='/rows/']").first().click();
        visit.page().waitForURL(url -> url.contains("/rows/"));
        visit.assertClean("jobs");
    }

    @Test
    void comparesTwoSelectedRuns() {
        visit.open("/compare");
        visit.page().locator("select[name=a]").selectOption(runs.run("moderation"));
        visit.page().locator("select[name=b]").selectOption(runs.run("again"));
        visit.page().locator("main form button").first().click();
        visit.page().waitForURL(url -> url.contains("a=" + runs.run("moderation")));
        compared();
        assertThat(visit.text("main")).contains("Which mood is it");
        assertThat(visit.count("#changes article")).as("rows that changed").isPositive();
        visit.assertClean("compare");
    }

    @Test
    void aRunComparedWithItselfHasNoChanges() {
        visit.open("/compare?a=" + runs.run("moderation") + "&b=" + runs.run("moderation"));
        compared();
        assertThat(visit.count("#changes article")).isZero();
    }

    @Test
    void verifiesTheRecordFromThePage() {
        visit.open("/runs/" + runs.run("quickstart") + "/record");
        visit.page().locator("#verify button").click();
        visit.await("() => /✓/.test(document.querySelector('#verify .badge').textContent)");
        visit.assertClean("verify");
    }

    @Test
    void downloadsTheProofOfARow() {
        visit.open("/runs/" + runs.run("moderation") + "/rows/3");
        Download proof = visit.page()
                .waitForDownload(
                        () -> visit.page().locator("a[href$='/proof']").first().click());
        assertThat(proof.failure()).isNull();
        assertThat(proof.suggestedFilename()).isNotBlank();
    }

    @Test
    void doesNotShowRowsWithoutSigningIn() {
        visit.open("/runs/" + runs.run("moderation") + "/rows/1");
        assertThat(visit.monitor().requests()).allMatch(request -> request.startsWith("GET "));
    }

    /// Waits for the end of the comparison, without a reload.
    private void compared() {
        visit.await("() => document.querySelector('#compared:not([data-live])')");
    }
}
