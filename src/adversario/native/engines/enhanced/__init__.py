"""Alpha-beta with what strong programs add: deepening, threads, tables, and its recording build."""
