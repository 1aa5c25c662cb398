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

/// Every screen opens: nothing missing, no error in the console, nothing asked of anyone else, and on a phone nothing
/// to scroll to the side for.
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ScreensTest {
    private static final int MOST_PAGES = 120;
    private static final int MOST_OF_A_KIND = 3;

    private final World world;
    private final Visit desk;
    private final Visit phone;

    ScreensTest(Room room) {
        world = room.world();
        desk = room.visit(Look.DESK);
        phone = room.visit(Look.PHONE);
    }

    @AfterAll
    void leave() {
        desk.close();
        phone.close();
    }

    @TestFactory
    Stream<DynamicTest> opensWithoutAnError() {
        return Screens.of(world).stream()
                .map(screen -> DynamicTest.dynamicTest(screen.name(), () -> {
                    desk.open(screen.path());
                    assertThat(desk.text("h1")).isNotBlank();
                    assertThat(desk.page().title()).endsWith("Rowan");
                    desk.assertClean(screen.path());
                    assertThat(Anatomy.oddities(desk)).isEmpty();
                }));
    }

    @TestFactory
    Stream<DynamicTest> fitsAPhone() {
        return Screens.of(world).stream()
                .map(screen -> DynamicTest.dynamicTest(screen.name(), () -> {
                    phone.open(screen.path());
                    assertThat(phone.overhang())
                            .as("pixels that %s is too wide by: %s", screen.path(), phone.sticking())
                            .isLessThanOrEqualTo(0);
                    phone.assertClean(screen.path());
                }));
    }

    /// Follows the links from the first page on; of addresses that differ by numbers and words behind `?` only, a few.
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
        for (Screens screen : Screens.of(world)) {
            if (screen.path().contains("/search?")) {
                continue; // a form leads there
            }
            assertThat(reached).as("kinds of pages that links lead to").contains(kind(screen.path()));
        }
    }

    /// What is downloaded, or shown by the browser itself.
    private static boolean isFile(String path) {
        return path.startsWith("/api/");
    }

    private static String kind(String path) {
        return path.replaceAll("\\?.*", "").replaceAll("/runs/[^/]+", "/runs/R").replaceAll("/\\d+", "/N");
    }
}
