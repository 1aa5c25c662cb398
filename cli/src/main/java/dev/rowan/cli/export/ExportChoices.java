package dev.rowan.cli.export;

import dev.rowan.web.table.TableFormat;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/// The values of `--what` and `--format` in lower case, for parsing and completion.
final class ExportChoices {
    private ExportChoices() {}

    private static <T> T meant(List<T> choices, String word) {
        return choices.stream()
                .filter(choice -> choice.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new TypeConversionException("must be one of "
                        + choices.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ", got '" + word
                        + "'"));
    }

    static final class Table implements ITypeConverter<ExportedTable> {
        @Override
        public ExportedTable convert(String word) {
            return meant(List.of(ExportedTable.values()), word);
        }
    }

    static final class Format implements ITypeConverter<TableFormat> {
        @Override
        public TableFormat convert(String word) {
            return meant(List.of(TableFormat.values()), word);
        }
    }

    static final class Tables implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(ExportedTable.values()).map(String::valueOf).iterator();
        }
    }

    static final class Formats implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Stream.of(TableFormat.values()).map(String::valueOf).iterator();
        }
    }
}
