package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes rows in the order given. Owned by the run's release thread.
public interface Sink extends AutoCloseable {

    /// How far the sink is durable: the rows of this run, the bytes from `start` to `end` that hold them, and the
    /// SHA-256 of those bytes in hex. `start` is 0 unless the run appends.
    record Mark(long rows, long start, long end, String sha256) {
        /// The SHA-256 of no bytes at all.
        private static final String OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

        /// Nothing written yet behind `start`.
        public static Mark at(long start) {
            return new Mark(0, start, start, OF_NOTHING);
        }
    }

    /// What a run may do with output that is already there.
    enum Existing {
        REFUSE,
        OVERWRITE,
        /// Add to it, whatever the sink's own settings say; where there is none, make it. A sink that cannot
        /// says so in [#check].
        APPEND
    }

    /// Takes from the run what it needs, once, before anything is checked or opened: secrets, addresses. What is
    /// missing is a [PluginException].
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// What is known of a sink's rows before the first one.
    @FunctionalInterface
    interface KnownFields {
        RowFields get() throws IOException, InterruptedException;
    }

    /// Tells the sink, once, after [#prepare] and before [#check], how it can learn the fields of its rows. A sink
    /// that needs them asks at once, since this may read the first records of the source.
    default void expect(KnownFields fields) throws IOException, InterruptedException {}

    /// Whether this sink could be opened: a problem in words, or empty. Touches nothing.
    Optional<String> check(Existing existing);

    /// Where the rows of this run will begin, before anything is touched. It is on record before [#open], so that
    /// a run that dies meanwhile knows what it may take back.
    default Mark start(Existing existing) throws IOException {
        return Mark.at(0);
    }

    /// Opens the sink; from here on existing output may be gone.
    void open(Existing existing) throws IOException;

    /// Opens the sink, instead of [#open], where an earlier process of the same run left it. What stands up to
    /// `mark` must be what was recorded, else it is a [PluginException] that says so; what stands behind it belongs
    /// to no recorded row and is taken back. With no rows in `mark`, the sink begins anew at its start. A second
    /// resume from the same mark does the same again.
    default void resume(Mark mark) throws IOException {
        throw new PluginException("this kind of sink cannot go on with output it has begun; run the pipeline anew");
    }

    /// Takes a row; it is durable only after the next [#sync]. A row that this sink cannot hold is not written, and
    /// the reason is returned.
    Optional<Reason> write(Row row) throws IOException;

    /// Makes everything written so far durable.
    Mark sync() throws IOException;

    /// The file this sink writes, when it is one: the run's head is written beside it.
    Optional<Path> file();

    /// Where this sink writes when that is no file, as one text for one output, such as the address of a blob: two
    /// runs never write it at the same time.
    default Optional<String> address() {
        return Optional.empty();
    }

    /// The only fields that this sink writes, where its settings select some.
    default Optional<List<String>> selectedFields() {
        return Optional.empty();
    }

    /// Facts about how values are written, stated in the run's manifest: `{formula_neutralising: true}`.
    default Map<String, Object> manifest() {
        return Map.of();
    }

    @Override
    void close() throws IOException;
}
