package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// Keyboard-only use.
@ExtendWith(BrowserExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class KeyboardTest {
    private static final int MOST_STOPS = 60;

    private final TestLandscape runs;
    private final Visit visit;

    KeyboardTest(BrowserSession session) {
        runs = session.runs();
        visit = session.visit(Viewport.DESK);
    }

    @AfterAll
    void leave() {
        visit.close();
    }

    @Test
    void theFirstTabStopSkipsToTheContent() {
        visit.open("/");
        press("Tab");
        assertThat(focused("textContent")).contains("Skip");
        assertThat(visit.page().locator(".skip").boundingBox().x)
                .as("it can be seen")
                .isGreaterThanOrEqualTo(0);
        press("Enter");
        assertThat(focused("id")).isEqualTo("main");
    }

    @Test
    void aRunIsReachedAndOpened() {
        visit.open("/");
        tabTo("a[href='/runs/" + runs.run("moderation") + "']");
        press("Enter");
        visit.page().waitForURL(url -> url.endsWith("/runs/" + runs.run("moderation")));
    }

    @Test
    void movesThroughRowsAndOpensThemByKeys() {
        String rows = "/runs/" + runs.run("moderation") + "/rows";
        visit.open(rows);
        press("j");
        press("j");
        press("k");
        press("j");
        assertThat(focused("textContent")).isEqualTo("2");
        press("Enter");
        visit.page().waitForURL(url -> url.contains(rows + "/2"));
    }

    @Test
    void slashFocusesTheSearch() {
        visit.open("/runs/" + runs.run("moderation") + "/rows");
        press("/");
        assertThat(focused("id")).isEqualTo("search");
        visit.page().keyboard().type("j/k");
        assertThat(visit.page().locator("#search").inputValue())
                .as("keys are letters in a field")
                .isEqualTo("j/k");
    }

    @Test
    void appliesFiltersByKeyboard() {
        visit.open("/runs/" + runs.run("moderation") + "/rows");
        tabTo("select[name=outcome]");
        visit.page().keyboard().type("blocked");
        tabTo("form[aria-label=Filters] button");
        press("Enter");
        visit.page().waitForURL(url -> url.contains("outcome=blocked"));
    }

    @Test
    void theFocusIsVisible() {
        for (Screens screen : Screens.of(runs)) {
            visit.open(screen.path());
            for (int i = 0; i < 4; i++) {
                press("Tab");
            }
            Object seen = visit.page().evaluate("""
                    () => { const e = document.activeElement; if (!e || e === document.body) return true;
                      const s = getComputedStyle(e); return s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 1; }
                    """);
            assertThat(seen).as(screen.name()).isEqualTo(true);
        }
    }

    private void press(String key) {
        visit.page().keyboard().press(key);
    }

    private void tabTo(String selector) {
        for (int i = 0; i < MOST_STOPS; i++) {
            press("Tab");
            Object there = visit.page().evaluate("selector => document.activeElement.matches(selector)", selector);
            if (there.equals(true)) {
                return;
            }
        }
        throw new AssertionError(selector + " is not among the first " + MOST_STOPS + " stops");
    }

    private String focused(String property) {
        return String.valueOf(visit.page().evaluate("name => document.activeElement[name]", property));
    }
}
