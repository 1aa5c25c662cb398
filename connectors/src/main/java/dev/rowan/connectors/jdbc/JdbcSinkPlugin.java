package dev.rowan.connectors.jdbc;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Sink;
import dev.rowan.api.plugin.SinkPlugin;

/// The sink `jdbc`.
public final class JdbcSinkPlugin extends DescribedPlugin implements SinkPlugin {

    public JdbcSinkPlugin() {
        super("jdbc", "1.0", "Writes rows to a table of a relational database, each exactly once.");
    }

    @Override
    public Options options() {
        return JdbcSinkSettings.OPTIONS;
    }

    @Override
    public Sink configure(Section options) {
        return new JdbcSink(JdbcSinkSettings.read(options));
    }
}
