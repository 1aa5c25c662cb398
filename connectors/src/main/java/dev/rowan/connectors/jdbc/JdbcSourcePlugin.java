package dev.rowan.connectors.jdbc;

import dev.rowan.api.config.Options;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.DescribedPlugin;
import dev.rowan.api.plugin.Source;
import dev.rowan.api.plugin.SourcePlugin;

/// The source `jdbc`.
public final class JdbcSourcePlugin extends DescribedPlugin implements SourcePlugin {

    public JdbcSourcePlugin() {
        super("jdbc", "1.0", "Reads rows of a table or query from a relational database, in the order of a key.");
    }

    @Override
    public Options options() {
        return JdbcSourceSettings.OPTIONS;
    }

    @Override
    public Source configure(Section options) {
        return new JdbcSource(JdbcSourceSettings.read(options));
    }
}
