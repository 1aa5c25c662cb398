package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// Every screen opens without errors, foreign requests or, on a phone, horizontal scrolling.
@ExtendWith(BrowserExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ScreensTest {
    private static final int MOST_PAGES = 120;
    private static final int MOST_OF_A_KIND = 3;

    private final TestLandscape runs;
    private final Visit desk;
    private final Visit phone;

    ScreensTest(BrowserSession session) {
        runs = session.runs();
        desk = session.visit(Viewport.DESK);
        phone = session.visit(Viewport.PHONE);
    }

    @AfterAll
    void leave() {
        desk.close();
        phone.close();
    }

    @TestFactory
    Stream<DynamicTest> opensWithoutAnError() {
        return Screens.of(runs).stream()
                .map(screen -> DynamicTest.dynamicTest(screen.name(), () -> {
                    desk.open(screen.path());
                    assertThat(desk.text("h1")).isNotBlank();
                    assertThat(desk.page().title()).endsWith("Rowan");
                    desk.assertClean(screen.path());
                    assertThat(ForeignElements.oddities(desk)).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> fitsAPhone() {
        return Screens.of(runs).stream()
                .map(screen -> DynamicTest.dynamicTest(screen.name(), () -> {
                    phone.open(screen.path());
                    assertThat(phone.overhang())
                            .as("pixels that %s is too wide by: %s", screen.path(), phone.sticking())
                            .isLessThanOrEqualTo(0);
                    phone.assertClean(screen.path());
                }));
    }

    /// Follows links from the first page; of addresses that differ only by numbers and queries, a few.
    @Test
    void everyLinkLeadsSomewhere() {
        var seen = new HashSet<String>();
        var kinds = new HashMap<String, Integer>();
        var waiting = new ArrayDeque<String>(List.of("/"));
        while (!waiting.isEmpty() && seen.size() < MOST_PAGES) {
            String path = waiting.poll();
            if (isFile(path) || !seen.add(path) || kinds.merge(kind(path), 1, Integer::sum) > MOST_OF_A_KIND) {
                continue;
            }
            desk.open(path);
            desk.assertClean(path);
            waiting.addAll(desk.links());
        }
        Set<String> reached = kinds.keySet();
        for (Screens screen : Screens.of(runs)) {
            if (screen.path().contains("/search?")) {
                continue; // a form leads there
            }
            assertThat(reached).as("kinds of pages that links lead to").contains(kind(screen.path()));
        }
    }

    /// Downloads and files shown by the browser itself.
    private static boolean isFile(String path) {
        return path.startsWith("/api/");
    }

    private static String kind(String path) {
        return path.replaceAll("\\?.*", "").replaceAll("/runs/[^/]+", "/runs/R").replaceAll("/\\d+", "/N");
    }
}
