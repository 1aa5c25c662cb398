package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.rowan.landscape.LandscapeReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/// A running run: figures update without a reload, control requests apply and are recorded. The last tests end the
/// run and resume it.
@ExtendWith(BrowserExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class LiveTest {
    private final BrowserSession session;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private LiveRun run;

    @SuppressWarnings("NullAway.Init")
    private Visit visit;

    LiveTest(BrowserSession session) {
        this.session = session;
    }

    @BeforeAll
    void start() throws IOException, InterruptedException {
        run = LiveRun.start();
        visit = session.visit(Viewport.DESK, run.site());
    }

    @AfterAll
    void stop() throws IOException {
        visit.close();
        run.close();
    }

    @Test
    @Order(1)
    void theListOfRunsUpdatesWithoutAReload() {
        visit.open("/");
        moves("#runs");
    }

    @Test
    @Order(2)
    void theFiguresOfARunUpdateWithoutAReload() {
        visit.open("/runs/" + run.id());
        moves("#run-live");
        assertThat(visit.count("#run-live svg")).isPositive();
    }

    @Test
    @Order(3)
    void theTableOfRowsGrows() {
        visit.open("/runs/" + run.id() + "/rows");
        moves("#matched");
    }

    @Test
    @Order(4)
    void inputSurvivesAnUpdate() {
        visit.open("/runs/" + run.id());
        visit.page().locator("#control summary").click();
        form("pool_size").locator("input[name=value]").fill("7");
        visit.page().locator("h1").first().click();
        moves("#run-live");
        assertThat(form("pool_size").locator("input[name=value]").inputValue()).isEqualTo("7");
    }

    @Test
    @Order(5)
    void changingThePoolSizeAppliesAndIsRecorded() {
        visit.open("/runs/" + run.id());
        visit.page().locator("#control summary").click();
        form("pool_size").locator("input[name=value]").fill("9");
        form("pool_size").locator("button").click();
        visit.await("() => [...document.querySelectorAll('#control output')].some(o => /good/.test(o.className))");
        assertThat(notes("tuned").getLast().toString()).contains("9", "4");
        visit.await("() => /9/.test(document.querySelector('#run-live').innerText)");
        visit.assertClean("tuned");
    }

    @Test
    @Order(6)
    void anInvalidControlRequestIsRejectedWithAMessage() {
        visit.open("/runs/" + run.id());
        Object reply = visit.page().evaluate("""
                async path => { const r = await fetch(path, {method: 'POST', headers: {'Content-Type': 'application/json'},
                    body: JSON.stringify({order: 'pool_size', node: 'nobody', value: '3'})}); return [r.status, (await r.json()).error]; }
                """, "/api/runs/" + run.id() + "/orders");
        assertThat(((Number) ((List<?>) reply).getFirst()).intValue()).isBetween(400, 499);
        assertThat(String.valueOf(((List<?>) reply).getLast())).contains("nobody");
    }

    @Test
    @Order(7)
    void pauseAndResumeAreRecorded() {
        visit.open("/runs/" + run.id());
        visit.page().locator("#control button[value=pause]").click();
        visit.page().locator("#control button[value=go_on]").waitFor();
        visit.await("() => /paused/.test(document.querySelector('#run-head').innerText)");
        visit.page().locator("#control button[value=go_on]").click();
        visit.page().locator("#control button[value=pause]").waitFor();
        visit.await("() => !/paused/.test(document.querySelector('#run-head').innerText)");
        assertThat(notes("tuned").toString()).contains("pause", "go_on");
        visit.assertClean("paused");
    }

    @Test
    @Order(8)
    void cancelConfirmsAndEndsTheRun() {
        visit.open("/runs/" + run.id());
        visit.monitor().confirm();
        visit.page().locator("#control button[value=cancel]").click();
        visit.await("() => !document.querySelector('#control')");
        visit.await("() => /interrupted/.test(document.querySelector('#run-head .badge').textContent)");
        assertThat(visit.text("#restart-command")).isEqualTo("rowan resume " + run.id());
        try (LandscapeReader reader = run.reader()) {
            assertThat(reader.runs().summary(run.id()).ended()).isPresent();
        }
        visit.assertClean("cancelled");
    }

    @Test
    @Order(9)
    void resumesAnEndedRunFromThePage() {
        visit.open("/runs/" + run.id());
        visit.monitor().confirm();
        visit.page().locator("#restart button.primary").click();
        visit.page().locator("#control button[value=cancel]").waitFor();
        visit.await("() => /running/.test(document.querySelector('#run-head .badge').textContent)");
        visit.await("() => !document.querySelector('#restart')");
        moves("#run-live");
        visit.page().locator("#control button[value=cancel]").click();
        visit.page().locator("#restart").waitFor();
        visit.assertClean("resumed");
    }

    @Test
    @Order(2)
    void controlsAreAboveTheCharts() {
        visit.open("/runs/" + run.id());
        double control = visit.page().locator("#control").boundingBox().y;
        assertThat(control)
                .isLessThan(visit.page().locator(".charts").boundingBox().y)
                .isLessThan(600);
    }

    /// The form of a control request.
    private Locator form(String order) {
        return visit.page().locator("#control form:has(input[name=order][value=" + order + "])");
    }

    private List<Map<String, ?>> notes(String type) {
        try (LandscapeReader reader = run.reader()) {
            return List.copyOf(reader.notes().list(run.id(), type));
        }
    }

    /// Waits until the text of an element changes, without a reload.
    private void moves(String selector) {
        visit.page().evaluate("() => { window.same = true; }");
        String before = visit.text(selector);
        visit.page()
                .waitForFunction(
                        "([selector, before]) => document.querySelector(selector).innerText !== before",
                        List.of(selector, before));
        assertThat(visit.page().evaluate("() => window.same")).isEqualTo(true);
        visit.assertClean(selector);
    }
}
