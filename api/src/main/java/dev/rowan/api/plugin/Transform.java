package dev.rowan.api.plugin;

import dev.rowan.api.schema.FieldUse;
import dev.rowan.api.schema.RowFields;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// A step that rows pass: either a [RowTransform], which answers on the row's own thread, or a [BatchTransform],
/// which takes rows of several tokens and answers each when it can.
public sealed interface Transform extends AutoCloseable permits RowTransform, BatchTransform {

    /// Takes from the run what it needs, once, before anything is checked or opened: secrets, addresses. What is
    /// missing is a [PluginException].
    default void prepare(PluginSetup setup) throws IOException, InterruptedException {}

    /// Acquires what the transform needs, once, before the first row.
    default void open() throws IOException {}

    /// The fields of the rows that leave the transform, by those of the rows that enter it. One that does not
    /// say may add any.
    default RowFields outputFields(RowFields input) {
        return input.open();
    }

    /// The fields that the transform's settings name: those that every row must have, and those that none may have
    /// yet. Where the fields of rows are known, what does not fit them is refused before the first row.
    default List<FieldUse> fieldUses() {
        return List.of();
    }

    /// The files that the transform's settings name and that were read with them, such as a JSON Schema: no sink may
    /// write them.
    default List<Path> files() {
        return List.of();
    }

    @Override
    default void close() throws IOException {}
}
