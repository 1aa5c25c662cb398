package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;
import dev.rowan.api.plugin.SplittableSource;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// The contract of every file source.
public abstract class FileSourceContract extends PluginContract<SourcePlugin> {

    /// The content of a file with a few records.
    protected abstract byte[] content();

    /// The rows in this file.
    protected abstract List<Row> rows();

    @Override
    protected final Class<SourcePlugin> service() {
        return SourcePlugin.class;
    }

    @Override
    protected Map<String, Object> options() {
        return Map.of("path", "input");
    }

    @Test
    void readsEveryRowInOrder() throws Exception {
        assertThat(readAll(content()))
                .map(item -> ((Source.Item.Record) item).row())
                .isEqualTo(rows());
    }

    @Test
    void saysWhereEachRecordBegins() throws Exception {
        assertThat(readAll(content()))
                .map(Source.Item::position)
                .doesNotHaveDuplicates()
                .noneMatch(String::isBlank);
    }

    @Test
    void makesProgressUpToItsSize() throws Exception {
        try (Source source = open(content(), Map.of())) {
            long before = source.progress();
            while (source.next().isPresent()) {
                assertThat(source.progress()).isGreaterThanOrEqualTo(before);
                before = source.progress();
            }
            assertThat(source.progress()).isEqualTo(source.size().orElseThrow()).isEqualTo(content().length);
        }
    }

    @Test
    void staysAtItsEnd() throws Exception {
        try (Source source = open(content(), Map.of())) {
            while (source.next().isPresent()) {}
            assertThat(source.next()).isEmpty();
        }
    }

    @Test
    void namesAFileThatIsMissing() {
        Source source = plugin().configure(section(Map.of("path", "nowhere.txt")));

        assertThatThrownBy(source::open)
                .isInstanceOf(PluginException.class)
                .hasMessageContaining(folder.resolve("nowhere.txt") + " does not exist");
    }

    @Test
    void saysThatAFolderHasNothingToRead() {
        Source source = plugin().configure(section(Map.of("path", ".")));

        assertThatThrownBy(source::open).isInstanceOf(PluginException.class).hasMessageContaining("is a directory");
    }

    @Test
    void saysThatAFileMayNotBeRead() throws Exception {
        Path file = Files.write(folder.resolve("input"), content());
        Assumptions.assumeTrue(file.toFile().setReadable(false) && !Files.isReadable(file), "not as root");
        Source source = plugin().configure(section(Map.of("path", "input")));

        assertThatThrownBy(source::open).isInstanceOf(PluginException.class).hasMessageContaining("permission denied");
    }

    @Test
    void refusesAFileThatIsNoText() throws Exception {
        byte[] gzip = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, '\n'};
        assertThatThrownBy(() -> open(gzip, Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("gunzip");

        byte[] nul = {'a', 'b', 0, 'c', '\n'};
        assertThatThrownBy(() -> open(nul, Map.of()))
                .isInstanceOf(PluginException.class)
                .hasMessageContaining("NUL byte at offset 2");
    }

    @Test
    void mayBeClosedTwiceAndUnopened() throws Exception {
        Source source = open(content(), Map.of());
        source.close();
        source.close();
        plugin().configure(section(options())).close();
    }

    @Test
    void describesItselfByItsPath() {
        assertThat(plugin().configure(section(options())).describe())
                .isEqualTo(folder.resolve("input").toString());
    }

    @Test
    void itsFingerprintChangesWithAnyByteAndStaysForACopy() throws Exception {
        String print = fingerprint(content());
        assertThat(print).startsWith("sha256:").endsWith(",bytes:" + content().length);
        assertThat(fingerprint(content())).isEqualTo(print);
        int compared = 0;
        for (int i = 0; i < content().length; i++) {
            byte[] changed = content().clone();
            changed[i] ^= 1;
            try {
                assertThat(fingerprint(changed)).isNotEqualTo(print);
                compared++;
            } catch (PluginException _) {
                // no longer a file that this source can open
            }
        }
        assertThat(compared).as("must-fail control: most were compared").isGreaterThan(content().length / 2);
    }

    private String fingerprint(byte[] bytes) throws Exception {
        try (Source source = open(bytes, Map.of())) {
            return source.fingerprint().orElseThrow();
        }
    }

    @Test
    void askingForItsFingerprintTakesNothingFromItsRows() throws Exception {
        try (Source source = open(content(), Map.of())) {
            source.fingerprint();
            for (Row row : rows()) {
                assertThat(source.next())
                        .hasValueSatisfying(item ->
                                assertThat(((Source.Item.Record) item).row()).isEqualTo(row));
            }
            assertThat(source.next()).isEmpty();
        }
    }

    /// A source that can be split gives the same records so.
    @Test
    void theRecordsOfItsSplitsAreThoseOfTheInput() throws Exception {
        try (Source source = open(content(), Map.of())) {
            Assumptions.assumeTrue(source instanceof SplittableSource, "cannot be split");
        }
        List<Source.Item> whole = readAll(content());
        for (int records = 1; records <= whole.size(); records++) {
            assertThat(readSplits(records, content(), Map.of())).isEqualTo(whole);
        }
    }

    /// All records of a file of `bytes`, read split by split, each by a source of its own.
    protected final List<Source.Item> readSplits(int records, byte[] bytes, Map<String, Object> more) throws Exception {
        List<SplittableSource.InputSplit> splits;
        try (Source source = open(bytes, more)) {
            splits = ((SplittableSource) source).split(records);
        }
        var items = new ArrayList<Source.Item>();
        for (SplittableSource.InputSplit split : splits) {
            try (Source source = open(bytes, more)) {
                ((SplittableSource) source).startAt(split.start());
                for (long i = 0; i < split.records(); i++) {
                    items.add(source.next().orElseThrow());
                }
            }
        }
        return items;
    }

    /// An open source on a file of `bytes`.
    protected final Source open(byte[] bytes, Map<String, Object> more) throws Exception {
        Files.write(folder.resolve("input"), bytes);
        var options = new HashMap<String, Object>(more);
        options.put("path", "input");
        Source source = plugin().configure(section(options));
        source.open();
        return source;
    }

    protected final List<Source.Item> readAll(byte[] bytes) throws Exception {
        return readAll(bytes, Map.of());
    }

    protected final List<Source.Item> readAll(byte[] bytes, Map<String, Object> more) throws Exception {
        try (Source source = open(bytes, more)) {
            var items = new ArrayList<Source.Item>();
            for (var item = source.next(); item.isPresent(); item = source.next()) {
                items.add(item.get());
            }
            return items;
        }
    }
}
