package dev.rowan.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.Sink.Existing;
import dev.rowan.api.plugin.Sink.Mark;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.FaultInjectingSetup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// The contract of every file sink when a run is resumed.
public abstract class FileSinkResumeContract extends SinkResumeContract {

    @Override
    protected Map<String, Object> options() {
        return Map.of("path", "out");
    }

    @Override
    protected Sink sink(Map<String, Object> more, Faults faults) throws Exception {
        var options = new HashMap<String, Object>(options());
        options.putAll(more);
        Sink sink = plugin().configure(section(options));
        sink.prepare(new FaultInjectingSetup(FakeSetup.of(Map.of()), faults));
        return sink;
    }

    @Override
    protected Optional<byte[]> content() throws Exception {
        return Files.exists(out()) ? Optional.of(Files.readAllBytes(out())) : Optional.empty();
    }

    @Override
    protected void put(byte[] bytes) throws Exception {
        Files.write(out(), bytes);
    }

    @Override
    protected void delete() throws Exception {
        Files.deleteIfExists(out());
    }

    /// Closing removes what was not synced, unlike a crash.
    @Override
    protected void crash(Sink sink) throws Exception {
        byte[] left = Files.readAllBytes(out());
        sink.close();
        Files.write(out(), left);
    }

    @Test
    void resumesInAFileThatItsSettingsAppendTo() throws Exception {
        Path out = Files.writeString(out(), "");
        Map<String, Object> append = Map.of("mode", "append");
        Sink sink = sink(append, Faults.NONE);
        Mark start = sink.start(Existing.REFUSE);
        sink.open(Existing.REFUSE);
        sink.write(row(1));
        Mark mark = sink.sync();
        byte[] one = Files.readAllBytes(out);
        sink.write(row(2));
        sink.sync();
        crash(sink);
        try (Sink again = sink(append, Faults.NONE)) {
            again.resume(mark);
            assertThat(out).hasBinaryContent(one);
        }
        try (Sink again = sink(append, Faults.NONE)) {
            again.resume(start);
            assertThat(out).isEmptyFile();
        }
    }

    @Test
    void keepsTheLinkThatItResumesThrough() throws Exception {
        Path real = Files.writeString(folder.resolve("real"), "");
        Files.createSymbolicLink(out(), real);
        Sink sink = sink(Map.of(), Faults.NONE);
        sink.open(Existing.OVERWRITE);
        sink.write(row(1));
        Mark mark = sink.sync();
        sink.close();
        byte[] one = Files.readAllBytes(real);
        try (Sink again = sink(Map.of(), Faults.NONE)) {
            again.resume(mark);
            again.write(row(2));
            again.sync();
        }
        assertThat(out()).isSymbolicLink();
        assertThat(Files.readAllBytes(real)).startsWith(one).hasSizeGreaterThan(one.length);
    }

    @Test
    void refusesToResumeInADevice() throws Exception {
        Path device = Path.of("/dev/null");
        Assumptions.assumeTrue(Files.exists(device));
        Mark mark;
        try (Sink sink = sink(Map.of("path", device.toString()), Faults.NONE)) {
            sink.open(Existing.OVERWRITE);
            sink.write(row(1));
            mark = sink.sync();
        }
        try (Sink sink = sink(Map.of("path", device.toString()), Faults.NONE)) {
            assertThatThrownBy(() -> sink.resume(mark))
                    .isInstanceOf(PluginException.class)
                    .hasMessageContaining("/dev/null is not a regular file");
        }
    }

    private Path out() {
        return folder.resolve("out");
    }
}
