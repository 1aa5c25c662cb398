package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// 200 hostile values as row data, model output, model name and error are shown as text on every screen: no script,
/// no dialog, no foreign request, no injected element.
@ExtendWith(BrowserExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileTest {
    private static final int STORIES_EVERYDAY = 8;

    private final HostileLandscape runs;
    private final Visit visit;

    HostileTest(BrowserSession session) {
        runs = session.hostile();
        visit = session.visit(Viewport.DESK, runs.site());
    }

    @BeforeAll
    void thereAreEnough() {
        assertThat(runs.values()).doesNotHaveDuplicates().hasSize(HostileValues.MANY);
    }

    @AfterAll
    void leave() {
        visit.close();
        assertThat(runs.service().strays())
                .as("requests that reached elsewhere")
                .isZero();
    }

    @Test
    void theListOfRunsShowsNamesAsText() {
        String text = shown("/");
        for (String run : runs.runs("models")) {
            assertThat(text).contains(run);
        }
    }

    @Test
    void pagesOfRunsShowNamesAsText() {
        for (String kind : List.of("data", "answers", "errors", "models")) {
            for (String run : runs.runs(kind)) {
                for (String tab : List.of("", "/rows", "/jobs", "/pipeline", "/record")) {
                    shown("/runs/" + run + tab);
                }
            }
        }
    }

    @Test
    void diagramsShowEveryModelName() {
        var missing = new ArrayList<String>();
        var text = new StringBuilder();
        for (String run : runs.runs("models")) {
            text.append(shown("/runs/" + run + "/pipeline"));
        }
        for (String value : runs.values()) {
            String piece = HostileValues.visible(value);
            if (HostileLandscape.canBeName(value) && !text.toString().contains(piece)) {
                missing.add(piece);
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void theTableOfRowsShowsValuesAndErrorsAsText() {
        for (String kind : List.of("data", "answers", "errors")) {
            shown("/runs/" + runs.run(kind) + "/rows?limit=200");
        }
    }

    @Test
    void theRowPageShowsValuesAsText() {
        for (String kind : List.of("data", "answers", "errors")) {
            for (int row : rows()) {
                String text = shown("/runs/" + runs.run(kind) + "/rows/" + row);
                assertThat(text)
                        .as(kind + " row " + row)
                        .contains(HostileValues.visible(runs.values().get(row - 1)));
            }
        }
    }

    @Test
    void searchAndFiltersShowTheirInputAsText() {
        String run = runs.run("data");
        for (int row : rows()) {
            String value = runs.values().get(row - 1);
            String word = java.net.URLEncoder.encode(
                    value.substring(0, Math.min(value.length(), 200)), java.nio.charset.StandardCharsets.UTF_8);
            for (String place : List.of("/?q=", "/runs/" + run + "/rows?q=", "/runs/" + run + "/rows?reason=")) {
                visit.monitor().findings();
                visit.page().navigate(runs.site().address() + place + word);
                clean(place + value);
            }
        }
    }

    @Test
    void comparisonsShowChangesAsText() {
        shown("/compare?a=" + runs.run("answers") + "&b=" + runs.run("errors"));
        shown("/compare?a=" + runs.run("data") + "&b=" + runs.run("answers"));
    }

    private String shown(String path) {
        visit.open(path);
        clean(path);
        return String.valueOf(visit.page().evaluate("() => document.body.textContent"));
    }

    private void clean(String where) {
        // whatever would load or run has had its turn when this comes back
        visit.page().evaluate("() => new Promise(done => requestAnimationFrame(() => setTimeout(done, 0)))");
        visit.assertClean(where);
        assertThat(ForeignElements.oddities(visit)).as(where).isEmpty();
    }

    /// All rows, or a random sample.
    private List<Integer> rows() {
        var rows = new ArrayList<Integer>();
        for (int row = 1; row <= runs.values().size(); row++) {
            rows.add(row);
        }
        if (!BrowserSession.isFull()) {
            java.util.Collections.shuffle(rows, new Random(HostileValues.SEED));
            return rows.subList(0, STORIES_EVERYDAY);
        }
        return rows;
    }
}
