package dev.rowan.api.plugin;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TokenInfo;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Writes rows in order. Owned by the run's release thread.
public interface Sink extends AutoCloseable {

    /// How far the sink is durable: the number of rows of this run, the bytes from `start` to `end` that hold
    /// them, and the SHA-256 of those bytes in hex. `start` is 0 unless the run appends. `state` is what else the
    /// sink needs to resume here, in its own form, such as the id of an upload; it must not contain secrets.
    record Mark(long rows, long start, long end, String sha256, Optional<String> state) {
        /// The SHA-256 of no bytes.
        private static final String OF_NOTHING = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

        public Mark(long rows, long start, long end, String sha256) {
            this(rows, start, end, sha256, Optional.empty());
        }

        /// Nothing written yet after `start`.
        public static Mark at(long start) {
            return new Mark(0, start, start, OF_NOTHING);
        }
    }

    /// A row that [#write] accepted and the target refused: the one at `index`, from 0, among the rows written
    /// after the previous mark.
    record RefusedRow(int index, Reason reason) {}

    /// What a run may do with existing output.
    enum Existing {
        REFUSE,
        OVERWRITE,
        /// Append, whatever the sink's own settings say; create it if absent. A sink that cannot append says so in
        /// [#check].
        APPEND
    }

    /// Resolves secrets and addresses, once, before anything is checked or opened. Throws [PluginException] if
    /// something is missing.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// The run, the sink's name in it, whether rows come in the order of their numbers, and whether the run only
    /// replays another one, so that nothing is written outside of its own files.
    record Identity(String runId, String sink, boolean ordered, boolean replayed) {}

    /// Passes the identity, once, after [#prepare] and before [#check], [#open] or [#resume].
    default void identify(Identity identity) {}

    /// Passes the sender of requests, once, before [#open] or [#resume], to a sink whose plugin declares
    /// [Capability#CALLS_OUT] and [Capability#SAFE_TO_REPEAT].
    default void connect(SinkCalls calls) {}

    /// What is known about a sink's rows before the first one.
    @FunctionalInterface
    interface KnownFields {
        RowFields get() throws IOException, InterruptedException;

        /// The fields that no row lacks.
        default List<String> inEveryRow() throws IOException, InterruptedException {
            RowFields fields = get();
            return fields.complete() ? fields.names() : List.of();
        }
    }

    /// Passes the known fields to the sink, once, after [#prepare] and before [#check]. A sink that needs them
    /// must ask immediately, since this may read the first records of the source.
    default void expect(KnownFields fields) throws IOException, InterruptedException {}

    /// Whether this sink could be opened: a problem for people, or empty. Has no side effects.
    Optional<String> check(Existing existing);

    /// How several processes write this output, each the rows of some splits of the input.
    sealed interface Parts {
        /// Parts are local files. In the order of their splits they are the output, byte for byte; the first one has
        /// what precedes the first row, such as a header.
        record Joined() implements Parts {}

        /// Parts are files or objects that stay, each complete in itself, and a manifest lists them. `name` is that of
        /// the output in `folder`.
        record Listed(String name, OutputFolder folder) implements Parts {}

        /// The rows of a split go to the target together, which may refuse some of them then.
        record Direct() implements Parts {}

        /// The output cannot be written so; `why` says what to do.
        record Refused(String why) implements Parts {}
    }

    /// How the output can be written by several processes; known before it is prepared.
    default Parts parts() {
        return new Parts.Refused("its plugin writes in one process only");
    }

    /// The rows of one split: the number of the split, the name of the part's file or object beside the output, and
    /// whether it begins with what precedes the first row.
    record PartInfo(int split, String name, boolean header) {}

    /// A sink for one part, unless [#parts] refuses it. Called after [#prepare], [#identify], [#connect] and [#expect]
    /// of this sink; on the part, only [#open], [#write], [#finish], [#refused] and [#close] are called.
    default Sink part(PartInfo part) {
        throw new IllegalStateException("this sink has no parts");
    }

    /// Where the rows of this run will start, before anything is changed. It is recorded before [#open], so that a
    /// resumed run knows what it may remove.
    default Mark start(Existing existing) throws IOException {
        return Mark.at(0);
    }

    /// Opens the sink; from here on existing output may be gone.
    void open(Existing existing) throws IOException;

    /// Opens the sink, instead of [#open], where an earlier process of the same run left it. The output up to
    /// `mark` must be what was recorded, else a [PluginException] is thrown; anything after it belongs to no
    /// recorded row and is removed. With no rows in `mark`, the sink starts again from its start. Resuming twice
    /// from the same mark has the same effect.
    ///
    /// Returns the mark that it found: `mark`, or a later one if the target committed rows just before a crash that
    /// are not on record, as a database may. The run does not write these again; the target must then be one that
    /// refuses rows in [#refused] and not in [#write].
    default Mark resume(Mark mark) throws IOException {
        throw new PluginException("this sink cannot resume its output; run the pipeline again from the start");
    }

    /// Writes a row; it is durable only after the next [#sync]. Returns a reason, and writes nothing, if this sink
    /// cannot hold the row.
    Optional<Reason> write(Row row) throws IOException;

    /// The same, for sinks that need to know which token of the run the row is.
    default Optional<Reason> write(Row row, TokenInfo token) throws IOException {
        return write(row);
    }

    /// Makes rows durable and returns how far. The mark may lag: a sink that makes rows durable in parts, such as
    /// compressed frames or files, returns the mark at the end of its last part. Outcomes of the rows behind it
    /// wait, and a resume writes those rows again from the record. The ends of parts follow from the number of rows
    /// and bytes, never from the time or the calls of this method, so that a resumed run writes the same bytes.
    Mark sync() throws IOException;

    /// Makes everything durable and ends the output, such as by a closing bracket. Called once, instead of the last
    /// [#sync], if the run is complete; nothing is written afterwards. If neither this nor [#suspend] is called,
    /// [#close] drops the open part.
    default Mark finish() throws IOException {
        return sync();
    }

    /// Leaves the output readable, with every row written so far, if the process ends before the run is complete.
    /// Called once, after the last [#sync], whose mark stays: what this adds is behind it, and a [#resume] removes
    /// it and gets those rows again. Nothing is written afterwards.
    default void suspend() throws IOException {}

    /// The rows between the last two marks that the target refused; they are not counted in the mark. Read after
    /// each [#sync], [#finish] and [#resume].
    default List<RefusedRow> refused() {
        return List.of();
    }

    /// Whether its marks may lag; known before it is opened.
    default boolean lags() {
        return false;
    }

    /// Whether a [#sync] now would make all rows durable that were written so far.
    default boolean isAtPartEnd() {
        return true;
    }

    /// The file that this sink writes, if any: the run's head is written beside it.
    Optional<Path> file();

    /// The address of an output that is not a file, such as a blob's URL: two runs never write it at the same
    /// time.
    default Optional<String> address() {
        return Optional.empty();
    }

    /// A description of the output for people: a path, an address, a table; empty if there is none.
    default String describe() {
        return file().map(Path::toString).or(this::address).orElse("");
    }

    /// Where the credential for the output comes from, for the record, such as `instance metadata`; after
    /// [#prepare].
    default Optional<String> credential() {
        return Optional.empty();
    }

    /// Whether rows go to the program's standard output, which then must be free of anything else.
    default boolean isStandardOutput() {
        return false;
    }

    /// Why its settings do not allow rows out of input order (`run.order: none`), or empty; known before it is
    /// prepared.
    default Optional<String> orderProblem() {
        return Optional.empty();
    }

    /// The fields that this sink writes, if its settings select some.
    default Optional<List<String>> selectedFields() {
        return Optional.empty();
    }

    /// Jars outside of the class path that this sink loads, such as a driver: the run records their hashes.
    default List<Path> libraries() throws IOException {
        return List.of();
    }

    /// Facts about the encoding, for the run's manifest: `{formula_neutralising: true}`.
    default Map<String, Object> manifest() {
        return Map.of();
    }

    @Override
    void close() throws IOException;
}
