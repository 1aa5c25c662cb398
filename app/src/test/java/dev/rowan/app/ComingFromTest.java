package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// `docs/coming-from.md` names things of Rowan that exist.
class ComingFromTest {
    /// A kind and one or several names of it: ``keys `a`, `b` ``.
    private static final Pattern NAMED = Pattern.compile("(\\w+) (`[^`]+`(?:, `[^`]+`)*)");

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    @SuppressWarnings("NullAway.Init")
    private static NamedThings things;

    @BeforeAll
    static void readTheSources() throws IOException {
        things = new NamedThings();
    }

    /// The second column of every table: what is there in Rowan.
    private static List<String> cells() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "coming-from.md")).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| there |"))
                .map(line -> line.split(" \\| ", -1)[1])
                .toList();
    }

    /// What a cell names that does not exist, or of which it does not say what it is.
    private static List<String> missing(String cell) {
        if (cell.equals("none")) {
            return List.of();
        }
        var missing = new ArrayList<String>();
        for (String part : cell.split("; ", -1)) {
            var named = NAMED.matcher(part);
            if (!named.matches()) {
                missing.add(part);
                continue;
            }
            String kind = named.group(1).replaceFirst("(?<=class)es$|(?<!clas)s$", "");
            NAME.matcher(named.group(2))
                    .results()
                    .map(name -> name.group(1))
                    .filter(name -> !things.exists(kind, name))
                    .forEach(missing::add);
        }
        return missing;
    }

    @Test
    void everythingThatItNamesExists() throws IOException {
        assertThat(cells())
                .hasSizeGreaterThan(100)
                .allSatisfy(cell -> assertThat(missing(cell)).as(cell).isEmpty());
    }

    @Test
    void aNameThatDoesNotExistIsFound() {
        assertThat(missing("class `JobTracker`")).containsExactly("JobTracker");
        assertThat(missing("classes `Row`, `Rows2`; key `window`")).containsExactly("Rows2");
        assertThat(missing("method `RowWaiter.wait2`")).containsExactly("RowWaiter.wait2");
        assertThat(missing("keys `pool_size`, `pool_sise`")).containsExactly("pool_sise");
        assertThat(missing("command `rowan list`")).containsExactly("rowan list");
        assertThat(missing("commands `rowan batch list`, `rowan export RUN --wat`"))
                .containsExactly("rowan export RUN --wat");
        assertThat(missing("column `call_end.latency`")).containsExactly("call_end.latency");
        assertThat(missing("table `external_calls`")).containsExactly("external_calls");
        assertThat(missing("`PoolConfig`")).containsExactly("`PoolConfig`");
    }

    @Test
    void isLinkedFromThePagesThatPeopleReadFirst() throws IOException {
        assertThat(Files.readString(Path.of("..", "README.md"))).contains("(docs/coming-from.md)");
        assertThat(Files.readString(Path.of("..", "docs", "architecture.md"))).contains("(coming-from.md)");
    }
}
