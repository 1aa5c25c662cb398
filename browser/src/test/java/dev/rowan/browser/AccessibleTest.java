package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/// axe-core finds no serious problem on any screen, light and dark, desktop and phone.
@ExtendWith(BrowserExtension.class)
final class AccessibleTest {
    private final BrowserSession session;
    private final Axe axe = new Axe();

    AccessibleTest(BrowserSession session) {
        this.session = session;
    }

    @TestFactory
    Stream<DynamicTest> noScreenHasASeriousProblem() {
        List<Viewport> viewports =
                BrowserSession.isFull() ? Viewport.all() : List.of(Viewport.DESK, Viewport.PHONE_DARK);
        return viewports.stream()
                .map(viewport -> DynamicTest.dynamicTest(viewport.toString(), () -> {
                    var serious = new ArrayList<String>();
                    try (Visit visit = session.visit(viewport)) {
                        for (Screens screen : Screens.of(session.runs())) {
                            visit.open(screen.path());
                            for (String violation : axe.violations(visit)) {
                                if (Axe.isSerious(violation)) {
                                    serious.add(screen.name() + " " + violation);
                                } else {
                                    System.err.println("axe, " + viewport + ", " + screen.name() + ": " + violation);
                                }
                            }
                            visit.assertClean(screen.path());
                        }
                    }
                    assertThat(serious).isEmpty();
                }));
    }

    @Test
    void detectsAnInaccessiblePage() throws IOException {
        String bad = "<img src=data:,><button></button><p style='color:#ccc;background:#fff'>pale</p><input type=text>";
        try (PlainPage page = new PlainPage(bad, Optional.empty());
                Visit visit = session.window(Viewport.DESK, page.address())) {
            visit.open("/");
            List<String> serious =
                    axe.violations(visit).stream().filter(Axe::isSerious).toList();
            assertThat(serious)
                    .anyMatch(line -> line.contains("image-alt"))
                    .anyMatch(line -> line.contains("button-name"))
                    .anyMatch(line -> line.contains("color-contrast"))
                    .anyMatch(line -> line.contains("label"));
        }
    }
}
