package dev.rowan.connectors.csv;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.PluginException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The columns of a csv input and those of them that become fields of a row.
record CsvSelection(int fields, Row.Names names, Optional<List<Integer>> indices, OptionalInt idColumn) {

    /// The columns of the input `name`, which has the columns `found`.
    static CsvSelection of(String name, Row.Names found, CsvSourceSettings settings) throws PluginException {
        OptionalInt id = settings.id().isPresent()
                ? OptionalInt.of(index(name, found, settings.id().get(), "id"))
                : OptionalInt.empty();
        Optional<List<String>> wanted = settings.columns().filter(_ -> settings.header());
        if (wanted.isEmpty()) {
            return new CsvSelection(found.size(), found, Optional.empty(), id);
        }
        var indices = new ArrayList<Integer>();
        for (String column : wanted.get()) {
            indices.add(index(name, found, column, "columns"));
        }
        return new CsvSelection(found.size(), Row.Names.of(wanted.get()), Optional.of(indices), id);
    }

    private static int index(String name, Row.Names found, String column, String option) throws PluginException {
        int index = found.indexOf(column);
        if (index < 0) {
            String verb = option.equals("columns") ? "name" : "names";
            throw new PluginException(name + " has no column '" + column + "', which '" + option + "' " + verb
                    + "; its columns are " + String.join(", ", found.list()));
        }
        return index;
    }

    Row row(List<String> values) {
        return Row.of(
                names,
                indices.map(some -> some.stream().map(values::get).toList()).orElse(values));
    }

    Optional<String> id(List<String> values) {
        return idColumn.isPresent() ? Optional.of(values.get(idColumn.getAsInt())) : Optional.empty();
    }
}
