"""The JSON documents of every command: one type each, one number each, and the JSON Schema made from the type.

``document`` has what all of them share and the numbers, ``export`` the list of them and their JSON Schema. Every other
module has the types of one subject and the functions that fill them from values.
"""
