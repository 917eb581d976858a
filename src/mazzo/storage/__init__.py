"""The journal of every game: one append-only table of events, each bound to the one before it by a hash.

    store.open_store(path)          checked, salvaged when damaged, migrated when old
      └─ store.journal("solitario/7")   append(kind, data), entries()

``events`` says what an event is and how it is chained, ``checking`` finds damage, ``salvage`` keeps what is sound,
``migrating`` brings an old file up to date, ``sqlite`` knows the database's own manners, ``store`` is the face.
``whole`` checks, copies and restores everything at once, ``export_lines`` writes it as text and takes it in again.
SQLAlchemy and Alembic are imported for a database server or to migrate, never before.
"""
