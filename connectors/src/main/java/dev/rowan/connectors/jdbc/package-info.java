/// Source and sink `jdbc`: tables and queries of relational databases.
@NullMarked
package dev.rowan.connectors.jdbc;

import org.jspecify.annotations.NullMarked;
