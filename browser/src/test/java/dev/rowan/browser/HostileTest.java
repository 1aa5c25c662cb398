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

/// 200 hostile values as row data, model output, model name and error: on every screen that shows them they are text.
/// No script runs, no dialog opens, nothing is asked of another server, no element grows out of them.
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class HostileTest {
    private static final int STORIES_EVERYDAY = 8;

    private final HostileWorld world;
    private final Visit visit;

    HostileTest(Room room) {
        world = room.hostile();
        visit = room.visit(Look.DESK, world.site());
    }

    @BeforeAll
    void thereAreEnough() {
        assertThat(world.values()).doesNotHaveDuplicates().hasSize(HostileValues.MANY);
    }

    @AfterAll
    void leave() {
        visit.close();
        assertThat(world.service().strays())
                .as("requests that reached elsewhere")
                .isZero();
    }

    @Test
    void theListOfRunsShowsNamesAsText() {
        String text = shown("/");
        for (String run : world.runs("models")) {
            assertThat(text).contains(run);
        }
    }

    @Test
    void pagesOfRunsShowNamesAsText() {
        for (String kind : List.of("data", "answers", "errors", "models")) {
            for (String run : world.runs(kind)) {
                for (String tab : List.of("", "/rows", "/jobs", "/pipeline", "/record")) {
                    shown("/runs/" + run + tab);
                }
            }
        }
    }

    @Test
    void everyModelNameStandsInThePictureOfItsPipeline() {
        var missing = new ArrayList<String>();
        var text = new StringBuilder();
        for (String run : world.runs("models")) {
            text.append(shown("/runs/" + run + "/pipeline"));
        }
        for (String value : world.values()) {
            String piece = HostileValues.visible(value);
            if (HostileWorld.canBeName(value) && !text.toString().contains(piece)) {
                missing.add(piece);
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void theTableOfRowsShowsValuesAndErrorsAsText() {
        for (String kind : List.of("data", "answers", "errors")) {
            shown("/runs/" + world.run(kind) + "/rows?limit=200");
        }
    }

    @Test
    void theStoryOfARowShowsItsValueAsText() {
        for (String kind : List.of("data", "answers", "errors")) {
            for (int row : rows()) {
                String text = shown("/runs/" + world.run(kind) + "/rows/" + row);
                assertThat(text)
                        .as(kind + " row " + row)
                        .contains(HostileValues.visible(world.values().get(row - 1)));
            }
        }
    }

    @Test
    void searchAndFiltersShowTheirWordsAsText() {
        String run = world.run("data");
        for (int row : rows()) {
            String value = world.values().get(row - 1);
            String word = java.net.URLEncoder.encode(
                    value.substring(0, Math.min(value.length(), 200)), java.nio.charset.StandardCharsets.UTF_8);
            for (String place : List.of("/?q=", "/runs/" + run + "/rows?q=", "/runs/" + run + "/rows?reason=")) {
                visit.watch().findings();
                visit.page().navigate(world.site().address() + place + word);
                clean(place + value);
            }
        }
    }

    @Test
    void comparedRunsShowWhatChangedAsText() {
        shown("/compare?a=" + world.run("answers") + "&b=" + world.run("errors"));
        shown("/compare?a=" + world.run("data") + "&b=" + world.run("answers"));
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
        assertThat(Anatomy.oddities(visit)).as(where).isEmpty();
    }

    /// All rows, or some by chance.
    private List<Integer> rows() {
        var rows = new ArrayList<Integer>();
        for (int row = 1; row <= world.values().size(); row++) {
            rows.add(row);
        }
        if (!Room.isFull()) {
            java.util.Collections.shuffle(rows, new Random(HostileValues.SEED));
            return rows.subList(0, STORIES_EVERYDAY);
        }
        return rows;
    }
}
