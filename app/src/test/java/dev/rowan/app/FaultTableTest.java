package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/faults.md` names tests that exist, for every fault at least one.
class FaultTableTest {
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)\\.(\\w+)`");
    private static final List<Path> SOURCES = sources();

    /// Whether the sources of the tests have this method in a class of this name.
    private static boolean exists(String type, String method) {
        return SOURCES.stream().anyMatch(file -> file.endsWith(type + ".java") && has(file, method));
    }

    private static List<Path> sources() {
        try (Stream<Path> modules = Files.list(Path.of(".."))) {
            return modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .flatMap(FaultTableTest::files)
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList().stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean has(Path file, String method) {
        try {
            return Pattern.compile("(?m)^    void " + method + "\\(")
                    .matcher(Files.readString(file))
                    .find();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyFaultNamesTestsThatExist() throws IOException {
        List<String> faults = Files.readAllLines(Path.of("..", "docs", "faults.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| fault |"))
                .toList();
        assertThat(faults).hasSizeGreaterThan(20).allSatisfy(fault -> {
            List<MatchResult> named = NAMED.matcher(fault).results().toList();
            assertThat(named)
                    .isNotEmpty()
                    .allSatisfy(name -> assertThat(exists(name.group(1), name.group(2)))
                            .as(name.group())
                            .isTrue());
        });
    }

    @Test
    void aTestThatIsNoneIsMissed() {
        assertThat(exists("FaultTableTest", "aTestThatIsNoneIsMissed")).isTrue();
        assertThat(exists("FaultTableTest", "aTestThatWasRemoved")).isFalse();
        assertThat(exists("FaultTableTest", "exists")).isFalse();
    }
}
