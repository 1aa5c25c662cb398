package dev.rowan.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/// Every screen opens: nothing missing, no error in the console, nothing asked of anyone else, and on a phone nothing
/// to scroll to the side for.
@ExtendWith(Browsing.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ScreensTest {

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
}
