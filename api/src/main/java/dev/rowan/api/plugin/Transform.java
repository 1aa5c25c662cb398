package dev.rowan.api.plugin;

import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// A step of a pipeline: either a [RowTransform], which answers on the row's own thread, or a [BatchTransform],
/// which collects rows of several tokens.
public sealed interface Transform extends AutoCloseable permits RowTransform, BatchTransform {

    /// Resolves secrets and addresses, once, before anything is checked or opened. Throws [PluginException] if
    /// something is missing.
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// Acquires resources, once, before the first row.
    default void open() throws IOException {}

    /// The output fields for the given input fields. By default a transform may add any.
    default RowFields outputFields(RowFields input) {
        return input.open();
    }

    /// The fields that the transform's settings name: those that every row must have, and those that none may have
    /// yet. Mismatches are reported before the first row if the fields are known.
    default List<FieldUse> fieldUses() {
        return List.of();
    }

    /// The files that the transform's settings name, such as a JSON Schema: no sink may write them.
    default List<Path> files() {
        return List.of();
    }

    /// The sources that the transform reads by itself, such as a reference table: no sink may write their files.
    default List<Source> sources() {
        return List.of();
    }

    /// A fingerprint of the data that [#prepare] loaded, such as a reference table: a run is not resumed with other
    /// data unless the change is accepted.
    default Optional<String> dataFingerprint() {
        return Optional.empty();
    }

    /// Whether calls with equal requests share one answer: only the first of them is sent, and rows may be processed
    /// several times until they have it.
    default boolean sharesAnswers() {
        return false;
    }

    @Override
    default void close() throws IOException {}
}
